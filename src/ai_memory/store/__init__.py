"""The only place that touches the disk or speaks SQL."""
