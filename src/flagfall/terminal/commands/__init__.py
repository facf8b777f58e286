"""The commands of ``flagfall``, one file each."""
