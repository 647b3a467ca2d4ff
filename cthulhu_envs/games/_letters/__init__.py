"""What Love Letter and Lovecraft Letter share: the table, the deal, knowledge and worlds.

Kernels here take the records of either game, which have the fields they read under the same names.
The rule numbers they cite say the same in both games. What differs stands with the game: its cards,
its log, and what an effect does to the hands.
"""
