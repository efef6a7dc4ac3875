"""All the SQL: project files, their schema and migrations, the edit journal, and game logs."""
