"""The hunter of Death May Die."""
