"""Self-play training of one network for all hidden-rank games without powers (an extra, with PyTorch).

    python -m flagfall.learn pack original-human.txt barrage-human.txt --out .train/setups.npz
    python -m flagfall.learn piece --setups .train/setups.npz --seconds 540 --out new [--resume old]
    python -m flagfall.learn export WEIGHTS --out policy.onnx

Simulation, observation, acting and learning stay on one device. Nothing else in the package imports this.
"""
