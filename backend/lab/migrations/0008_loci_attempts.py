from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lab', '0007_boards'),
    ]

    operations = [
        migrations.AddField(
            model_name='locussample',
            name='attempts',
            field=models.PositiveSmallIntegerField(default=0, help_text='How often it failed'),
        ),
        migrations.AddField(
            model_name='locussample',
            name='error',
            field=models.TextField(blank=True),
        ),
    ]
