"""The games with powers in the batch simulator: compiled apart, so that the others are what they were.

No code here knows a power by its name. `tables` turns what powers declare (`flagfall.ranks.powers`) into
numbers; the plain functions of the other modules follow them, and `flagfall.fast.compile` compiles these.
"""
