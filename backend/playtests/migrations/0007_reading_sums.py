import django.db.models.deletion
from django.db import migrations, models

SUM = """
    INSERT INTO playtests_readingsum
        (puzzle_id, is_synthetic, client, source, sessions, stuck, changes)
    SELECT puzzle_id, is_synthetic, client, source, sum(sessions), sum(stuck), 1
    FROM ({changed}) changed
    GROUP BY puzzle_id, is_synthetic, client, source
"""
ADDED = """
    SELECT puzzle_id, is_synthetic, client, source, 1 AS sessions,
        (first_stuck IS NOT NULL)::int AS stuck FROM added
"""
GONE = """
    SELECT puzzle_id, is_synthetic, client, source, -1 AS sessions,
        -(first_stuck IS NOT NULL)::int AS stuck FROM gone
"""
CHANGED = {
    "insert": (ADDED, "NEW TABLE AS added"),
    "update": (f"{ADDED} UNION ALL {GONE}", "NEW TABLE AS added OLD TABLE AS gone"),
    "delete": (GONE, "OLD TABLE AS gone"),
}


def readings_trigger(event):
    """After a statement, one row for each group of readings it has touched."""
    changed, tables = CHANGED[event]
    name = f"playtests_sum_readings_{event}"
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{SUM.format(changed=changed)}; RETURN NULL; END $$;"
        f"CREATE TRIGGER {name} AFTER {event} ON playtests_sessionreading "
        f"REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
    )


# Whose a session is: a player was erased. Row by row, so that the posting of moves pays nothing.
OWNERS = """
    CREATE FUNCTION playtests_note_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO playtests_readingsum
            (puzzle_id, is_synthetic, client, source, sessions, stuck, changes)
        SELECT puzzle_id, is_synthetic, client, source, 0, 0, 1
        FROM playtests_sessionreading WHERE session_id = NEW.id;
        RETURN NULL;
    END $$;
    CREATE TRIGGER playtests_note_owner AFTER UPDATE OF player_id ON play_session FOR EACH ROW
    WHEN (OLD.player_id IS DISTINCT FROM NEW.player_id) EXECUTE FUNCTION playtests_note_owner()
"""

# What was simulated on a puzzle. A claim of what is to be simulated is no change; such rows go
# with their puzzle only.
NOTE_MAP = """
    CREATE FUNCTION playtests_note_map() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO playtests_readingsum
            (puzzle_id, is_synthetic, client, source, sessions, stuck, changes)
        VALUES (NEW.puzzle_id, NULL, '', '', 0, 0, 1);
        RETURN NULL;
    END $$;
    CREATE TRIGGER playtests_note_map_insert AFTER INSERT ON playtests_stuckmap FOR EACH ROW
    WHEN (NEW.trials > 0) EXECUTE FUNCTION playtests_note_map();
    CREATE TRIGGER playtests_note_map_update AFTER UPDATE OF stuck, trials ON playtests_stuckmap
    FOR EACH ROW WHEN ((OLD.stuck, OLD.trials) IS DISTINCT FROM (NEW.stuck, NEW.trials))
    EXECUTE FUNCTION playtests_note_map()
"""

DROP = """
    DROP TRIGGER playtests_note_owner ON play_session;
    DROP FUNCTION playtests_note_owner();
    DROP TRIGGER playtests_note_map_insert ON playtests_stuckmap;
    DROP TRIGGER playtests_note_map_update ON playtests_stuckmap;
    DROP FUNCTION playtests_note_map()
"""

THERE = SUM.format(changed=ADDED.replace("FROM added", "FROM playtests_sessionreading"))


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0007_wrong_tries'),
        ('playtests', '0006_withdrawing'),
        ('puzzles', '0003_imported_boards'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReadingSum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_synthetic', models.BooleanField(help_text='Empty: a change of simulated plays, which concerns both', null=True)),
                ('client', models.CharField(blank=True, max_length=60)),
                ('source', models.CharField(blank=True, max_length=60)),
                ('sessions', models.BigIntegerField(default=0)),
                ('stuck', models.BigIntegerField(default=0)),
                ('changes', models.BigIntegerField(default=1)),
            ],
        ),
        migrations.AddIndex(
            model_name='sessionreading',
            index=models.Index(fields=['game', 'is_synthetic', 'puzzle'], include=('session', 'rules_key', 'level', 'client', 'source', 'is_first', 'started_at', 'ending', 'moves', 'timed', 'stalls', 'first_stall', 'first_stuck', 'recovered', 'hint_count', 'wrong_count'), name='reading_sums'),
        ),
        migrations.AddField(
            model_name='readingsum',
            name='puzzle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reading_sums', to='puzzles.puzzle'),
        ),
        *(
            migrations.RunSQL(
                readings_trigger(event),
                f"DROP TRIGGER playtests_sum_readings_{event} ON playtests_sessionreading; "
                f"DROP FUNCTION playtests_sum_readings_{event}()",
            )
            for event in CHANGED
        ),
        migrations.RunSQL(OWNERS + ";" + NOTE_MAP, DROP),
        migrations.RunSQL(THERE, migrations.RunSQL.noop),
    ]
