"""The rules as kernels: what is going on (procedures, frames), what is asked, what texts do."""
