from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lab', '0008_loci_attempts'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='chunk',
            name='lab_chunk_waiting',
        ),
        migrations.AlterModelOptions(
            name='chunk',
            options={'ordering': ['run_id', 'first_trial']},
        ),
        migrations.AddField(
            model_name='chunk',
            name='setbacks',
            field=models.PositiveSmallIntegerField(default=0, help_text='How often it failed, or took a worker with it once more'),
        ),
        migrations.AlterField(
            model_name='chunk',
            name='number',
            field=models.PositiveIntegerField(help_text='Counted from 0, in the order they were cut'),
        ),
        migrations.AddIndex(
            model_name='chunk',
            index=models.Index(condition=models.Q(('status', 'waiting')), fields=['setbacks', 'rank', 'id'], name='lab_chunk_waiting'),
        ),
    ]
