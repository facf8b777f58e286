"""Flagfall for researchers: environments, matches between bots, and games as data.

- ``gym_env``, ``pettingzoo_env``, ``hex_env``, ``open_spiel``: the games as environments of those libraries;
  ``environments/`` has what they are made of: observations, integer actions, turns.
- ``arena/``: matches and round robins between bots and programs, with ratings; the UCC protocol of others.
- ``datasets/``: games as Parquet files, from self-play and from files.
- ``chart``: line charts as SVG. ``docs_tables``: writes the tables of the pages on all this.

The libraries come with the extra ``research``.
"""
