from __future__ import annotations

from django.urls import path

from backend.play import views

urlpatterns = [
    path("players/", views.PlayerList.as_view(), name="players"),
    path("players/me/", views.Me.as_view(), name="me"),
    path("sessions/", views.SessionList.as_view(), name="sessions"),
    path("sessions/<uuid:session_id>/", views.SessionDetail.as_view(), name="session"),
    path("sessions/<uuid:session_id>/moves/", views.History.as_view(), name="session-moves"),
    path("sessions/<uuid:session_id>/undo/", views.Undo.as_view(), name="session-undo"),
    path("sessions/<uuid:session_id>/hint/", views.Hint.as_view(), name="session-hint"),
    path("sessions/<uuid:session_id>/abandon/", views.Abandon.as_view(), name="session-abandon"),
]
