"""What holds in every position: kernels that name the first thing that does not (`Fault`).

`position.py` asks for all of them, in their order; each relies on the bounds of the fields
(state.py) and on those asked before it. `laws.py` plays at random and asks after each decision.
"""
