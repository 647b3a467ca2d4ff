"""Trainers of other libraries."""
