"""Self-play training of one network for all hidden-rank games without powers (an extra, with PyTorch).

    python3 -m flagfall.learn pack original-human.txt barrage-human.txt --out .train/setups.npz
    python3 -m flagfall.learn train --resume training --setups .train/setups.npz --seconds 540
    python3 -m flagfall.learn export WEIGHTS --out policy.onnx

Simulation, observation, acting and learning stay on one device. Nothing else in the package imports this.
"""

from flagfall.core.extras import need

need("training", "learn", "numpy")  # the numbers and files of a run can be read without PyTorch
