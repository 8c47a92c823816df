"""Reading YAML: the OpenAPI document has more lines than PyYAML's own parser takes in a second."""

from __future__ import annotations

from typing import Any

import yaml


def read_yaml(text: str | bytes) -> Any:
    """What a document holds, by libyaml where PyYAML was built with it."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
