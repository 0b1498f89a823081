"""The schema, one numbered script a step."""
