"""The rules as kernels: what lies on the stack (steps, frames), what is asked, what effects do."""
