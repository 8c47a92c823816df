from __future__ import annotations

from django.urls import include, path

from backend.common import converters  # noqa: F401  (registers itself)
from backend.play.views import free_play, players, results, sessions

session = [
    path("", sessions.SessionDetail.as_view(), name="session"),
    path("moves/", sessions.History.as_view(), name="session-moves"),
    path("undo/", sessions.Undo.as_view(), name="session-undo"),
    path("hint/", sessions.Hint.as_view(), name="session-hint"),
    path("abandon/", sessions.Abandon.as_view(), name="session-abandon"),
    path("result/", results.Result.as_view(), name="session-result"),
]

urlpatterns = [
    path("sessions/", sessions.SessionList.as_view(), name="sessions"),
    path("sessions/<uuid:session_id>/", include(session)),
    path("players/", players.PlayerList.as_view(), name="players"),
    path("players/claim/", players.Claim.as_view(), name="claim"),
    path("players/me/", players.Me.as_view(), name="me"),
    path("players/me/code/", players.Code.as_view(), name="code"),
    path("players/me/export/", players.Export.as_view(), name="export"),
    path("players/me/stats/", players.Stats.as_view(), name="stats"),
    path("archive/", players.Archive.as_view(), name="archive"),
    path(
        "daily/<date:day>/<str:game>/<str:level>/leaderboard/",
        results.Leaderboard.as_view(),
        name="leaderboard",
    ),
    path("leaderboard/<uuid:finish_id>/report/", players.ReportName.as_view(), name="report-name"),
    path("puzzles/", free_play.PuzzleList.as_view(), name="puzzles"),
    path("puzzles/orders/<uuid:order_id>/", free_play.Order.as_view(), name="puzzle-order"),
]
