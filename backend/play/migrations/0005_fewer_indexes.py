from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Without two indexes whose columns others begin with, and with room for new versions.

    Each turn writes its session's row anew. Where the page has room for that no index is touched.
    """

    dependencies = [("play", "0004_names_and_finishes")]

    operations = [
        migrations.AlterField(
            model_name="move",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="history",
                to="play.session",
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="player",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="Empty once the player has asked to be forgotten",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sessions",
                to="play.player",
            ),
        ),
        migrations.RunSQL(
            "ALTER TABLE play_session SET (fillfactor = 60)",
            "ALTER TABLE play_session RESET (fillfactor)",
        ),
    ]
