"""The shapes of experiments, as they are asked for and as they are told."""

from __future__ import annotations

from backend.lab.serializers.compared import (
    ComparedDifferenceSerializer,
    ComparedExperimentSerializer,
    ComparedPeopleSerializer,
    ComparedSerializer,
    ComparedVariantSerializer,
)
from backend.lab.serializers.experiments import (
    ChunkCountsSerializer,
    ChunkErrorSerializer,
    CountsSerializer,
    EventSerializer,
    ExperimentDetailSerializer,
    ExperimentPageSerializer,
    ExperimentSerializer,
    ProgressSerializer,
    VariantProgressSerializer,
    VariantSerializer,
)
from backend.lab.serializers.queries import (
    ComparisonExportQuery,
    ComparisonQuery,
    ExperimentQuery,
    ExportQuery,
    TrialQuery,
)
from backend.lab.serializers.requests import (
    AnnotationSerializer,
    ExperimentRequestSerializer,
    RerunSerializer,
    SweptRuleSerializer,
    VariantRequestSerializer,
)
from backend.lab.serializers.results import (
    BothSeatsSerializer,
    ComparisonSerializer,
    ExportRowSerializer,
    LabTrialSerializer,
    ReplicateSerializer,
    ResultsSerializer,
    SpreadSerializer,
    VariantResultsSerializer,
    VerdictSerializer,
)

__all__ = [
    "AnnotationSerializer",
    "BothSeatsSerializer",
    "ChunkCountsSerializer",
    "ChunkErrorSerializer",
    "ComparedDifferenceSerializer",
    "ComparedExperimentSerializer",
    "ComparedPeopleSerializer",
    "ComparedSerializer",
    "ComparedVariantSerializer",
    "ComparisonExportQuery",
    "ComparisonQuery",
    "ComparisonSerializer",
    "CountsSerializer",
    "EventSerializer",
    "ExperimentDetailSerializer",
    "ExperimentPageSerializer",
    "ExperimentQuery",
    "ExperimentRequestSerializer",
    "ExperimentSerializer",
    "ExportQuery",
    "ExportRowSerializer",
    "LabTrialSerializer",
    "ProgressSerializer",
    "ReplicateSerializer",
    "RerunSerializer",
    "ResultsSerializer",
    "SpreadSerializer",
    "SweptRuleSerializer",
    "TrialQuery",
    "VariantProgressSerializer",
    "VariantRequestSerializer",
    "VariantResultsSerializer",
    "VariantSerializer",
    "VerdictSerializer",
]
