"""Figures as long tables, for spreadsheets and data frames: CSV, Parquet, JSON."""

from __future__ import annotations

from backend.lab.exports.compared import compared_figures
from backend.lab.exports.formats import FORMATS, Format, written
from backend.lab.exports.results import distributions, figures
from backend.lab.exports.table import Column, Table

TABLES = ("figures", "distributions")

__all__ = [
    "FORMATS",
    "TABLES",
    "Column",
    "Format",
    "Table",
    "compared_figures",
    "distributions",
    "figures",
    "written",
]
