"""The scholar of Unspeakable Words."""
