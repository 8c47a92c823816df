"""The form that queues an experiment, made from what a game declares."""

from __future__ import annotations

from backend.lab.forms.experiment import WISHES, ExperimentForm, NotesForm, notes_initial
from backend.lab.forms.fields import resolve, rule_field, rule_fields
from backend.lab.forms.variants import RULE, BaseVariants, VariantForm, Variants, variant_initial

__all__ = [
    "RULE",
    "WISHES",
    "BaseVariants",
    "ExperimentForm",
    "NotesForm",
    "VariantForm",
    "Variants",
    "notes_initial",
    "resolve",
    "rule_field",
    "rule_fields",
    "variant_initial",
]
