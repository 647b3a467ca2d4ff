"""How kernels become machine code. README.md says why."""
