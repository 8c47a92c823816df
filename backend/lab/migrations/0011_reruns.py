from django.db import migrations, models
from django.db.models.deletion import SET_NULL


def forget_findings(apps, schema_editor):
    """Those written down tell neither adjusted p-values of replicates nor where plays are too few.

    A worker works them out anew, from counts that are kept.
    """
    apps.get_model('lab', 'Finding').objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('lab', '0010_measured_proposals'),
    ]

    operations = [
        migrations.AddField(
            model_name='experiment',
            name='rerun_of',
            field=models.ForeignKey(blank=True, help_text='The experiment that this one repeats, or is a changed copy of', null=True, on_delete=SET_NULL, related_name='reruns', to='lab.experiment'),
        ),
        migrations.RunPython(forget_findings, migrations.RunPython.noop),
    ]
