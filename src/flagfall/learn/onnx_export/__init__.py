"""From trained weights to the files that ship: ONNX, exact and in whole numbers."""

from flagfall.core.extras import need

need("training", "learn", "torch", "onnx", "onnxruntime", "numpy")
