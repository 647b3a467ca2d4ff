"""Laws, goldens, generated pages, benchmarks."""
