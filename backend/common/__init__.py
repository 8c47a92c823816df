"""What every app uses: strict input, problem documents, pages, queueing, health."""
