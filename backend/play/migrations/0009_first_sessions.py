"""What counts is a player's first session of a board, here too for what was finished before."""

from django.db import migrations, models

REPLAYED = """
    UPDATE play_finish AS finish SET
        undo_count = finish.undo_count + before.undos,
        hint_count = finish.hint_count + before.hints,
        unranked = 'replayed'
    FROM (
        SELECT this.id,
            count(*) FILTER (WHERE move.kind = 'undo') AS undos,
            count(*) FILTER (WHERE move.kind = 'hint') AS hints
        FROM play_finish AS this
        JOIN play_session AS session
            ON session.player_id = this.player_id AND session.id <> this.session_id
        JOIN play_move AS move
            ON move.session_id = session.id AND move.created_at < this.finished_at
        JOIN puzzles_puzzle AS puzzle ON puzzle.id = this.puzzle_id
        JOIN puzzles_puzzle AS again ON again.id = session.puzzle_id
            AND again.game = puzzle.game AND again.rules_key = puzzle.rules_key
            AND again.board = puzzle.board
        GROUP BY this.id
    ) AS before
    WHERE finish.id = before.id
"""
"""Finishes whose player had played the same board in another session before, with what those count."""

STILL_OUT = "UPDATE play_finish SET unranked = 'too_fast' WHERE unranked = 'replayed'"
"""For the way back: the reason is not known there, and they stay out of leaderboards."""


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0008_owed_and_longer_names"),
        ("puzzles", "0004_adopted_levels"),
    ]

    operations = [
        migrations.RemoveIndex("finish", "finish_in_order"),
        migrations.RemoveConstraint("finish", "finish_implausible_known"),
        migrations.RenameField("finish", "implausible", "unranked"),
        migrations.AlterField(
            "finish",
            "unranked",
            models.CharField(
                blank=True,
                choices=[
                    ("too_fast", "faster than a hand can move, or sent later all at once"),
                    ("odd_times", "more pauses or thinking declared than time that passed"),
                    ("replayed", "the player knew this board from another session"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunSQL(REPLAYED, STILL_OUT),
        migrations.AddConstraint(
            "finish",
            models.CheckConstraint(
                condition=models.Q(unranked__in=["", "too_fast", "odd_times", "replayed"]),
                name="finish_unranked_known",
            ),
        ),
        migrations.AddIndex(
            "finish",
            models.Index(
                condition=models.Q(unranked=""),
                fields=["puzzle", "hint_count", "move_count", "time_ms", "id"],
                name="finish_ranking",
            ),
        ),
    ]
