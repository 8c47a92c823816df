"""Charts as Vega-Lite specifications: pure functions from figures to JSON-ready dicts.

Only admin views import this module, because it imports Altair (0.3 s). Data are passed as
plain lists of dicts, so Altair needs neither pandas nor narwhals' frames.

Colours: the Okabe-Ito set for variants (Okabe & Ito, "Color Universal Design", 2008), each
with a dash pattern of its own, and viridis for amounts. Charts are drawn on white in the
light and in the dark theme, so that what is downloaded looks like what was seen.
"""

from __future__ import annotations

from backend.lab.charts.estimates import Estimate, estimates_chart
from backend.lab.charts.heatmaps import Grid, Scale, colour_scale, heatmap_chart, share_text
from backend.lab.charts.histograms import Bins, histogram_chart
from backend.lab.charts.sweeps import Point, grid_chart, sweep_chart
from backend.lab.charts.theme import MAX_OVERLAID, Spec, unchecked

__all__ = [
    "MAX_OVERLAID",
    "Bins",
    "Estimate",
    "Grid",
    "Point",
    "Scale",
    "Spec",
    "colour_scale",
    "estimates_chart",
    "grid_chart",
    "heatmap_chart",
    "histogram_chart",
    "share_text",
    "sweep_chart",
    "unchecked",
]
