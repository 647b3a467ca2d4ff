"""What holds in every position: kernels that name the first thing that does not (`Fault`).

Each relies on the bounds of the fields (state.py), and on those that were asked before it: which
Episode and Elder One it is, then what is on the table, then the stack.
"""
