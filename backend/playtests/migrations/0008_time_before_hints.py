"""Moves made after a hint are read anew: the time before the hint belongs to them too."""

from django.db import migrations

# By no threshold there is: upkeep reads such sessions again, within a minute or a few.
DUE = "UPDATE playtests_sessionreading SET stall_seconds = 0 WHERE hint_count > 0"


class Migration(migrations.Migration):
    dependencies = [("playtests", "0007_reading_sums")]

    operations = [migrations.RunSQL(DUE, migrations.RunSQL.noop)]
