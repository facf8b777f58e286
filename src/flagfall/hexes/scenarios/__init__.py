"""Scenarios as data: forces, deployment, and what wins."""
