from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0009_first_sessions'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='stood_ms',
            field=models.PositiveBigIntegerField(default=0, help_text='After a hint, how long the board had stood the same by then; else nothing'),
        ),
    ]
