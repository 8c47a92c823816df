from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('playtests', '0005_wrong_tries'),
    ]

    operations = [
        migrations.AddField(
            model_name='participant',
            name='withdrawn_at',
            field=models.DateTimeField(blank=True, help_text='Since then they do not take part any more', null=True),
        ),
    ]
