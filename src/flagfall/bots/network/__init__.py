"""The learned bot: a network trained by self-play, with look-ahead and learned set-ups."""

from flagfall.core.extras import need

need("this bot", "play", "numpy", "numba")  # and where a network is loaded, ONNX Runtime
