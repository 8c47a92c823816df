from __future__ import annotations

from django.urls import path

from backend.common import converters  # noqa: F401  (registers itself)
from backend.puzzles import staff, views

urlpatterns = [
    path("games/", views.GameList.as_view(), name="games"),
    path("games/<str:game>/", views.GameDetail.as_view(), name="game"),
    path("puzzles/<uuid:puzzle_id>/", views.PuzzleDetail.as_view(), name="puzzle"),
    path("daily/", views.DailySet.as_view(), name="daily-set"),
    path("daily/<date:day>/<str:game>/<str:level>/", views.DailyDetail.as_view(), name="daily"),
    path("levels/", staff.AdoptedLevelList.as_view(), name="levels"),
    path("levels/<uuid:pk>/", staff.AdoptedLevelDetail.as_view(), name="level"),
    path("levels/<uuid:pk>/retire/", staff.AdoptedLevelRetire.as_view(), name="level-retire"),
]
