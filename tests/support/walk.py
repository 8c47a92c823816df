"""Every endpoint that players and visitors use, called once in a sensible order."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.support.api import Api, ok


def walk(client: Client, puzzle_id: str) -> list[Any]:
    """The responses, errors among them, to one visit that touches everything.

    Needs a stored puzzle and, for daily sets, rows of today's date (else they answer 503).
    """
    seen: list[Any] = []
    api = Api(client)

    def keep(response: Any) -> Any:
        seen.append(response)
        return response

    for path in ("/", "/livez", "/readyz", "/admin/login/", "/api/v1/docs/", "/api/v1/schema/"):
        keep(api.get(path, accept="*/*"))
    games = ok(keep(api.get("games/")))["results"]
    for game in games:
        keep(api.get(f"games/{game['slug']}/"))
    keep(api.get("games/none/"))
    daily = keep(api.get("daily/"))
    for row in daily.json().get("puzzles", []):
        keep(api.get(f"daily/{row['date']}/{row['game']}/{row['level']}/"))
    keep(api.get("daily/?date=9999-12-31"))
    keep(api.get("daily/?date=never"))
    keep(api.get(f"puzzles/{puzzle_id}/"))
    keep(api.get("sessions/"))

    me = Api(client, ok(keep(api.post("players/")), 201)["token"])
    keep(me.get("players/me/"))
    session = ok(keep(me.post("sessions/", {"puzzle": puzzle_id})), 201)
    path = f"sessions/{session['id']}"
    move = session["legal_moves"][0]
    keep(me.post(f"{path}/moves/", {"number": 1, "move": move, "think_ms": 900}))
    keep(me.post(f"{path}/moves/", {"number": 1, "move": move, "think_ms": 900}))
    keep(me.post(f"{path}/moves/", {"number": 2, "move": move}))
    keep(me.post(f"{path}/moves/", {"number": "2"}))
    keep(me.post(f"{path}/moves/", {"number": 9, "move": move}))
    keep(me.post(f"{path}/hint/", {"number": 2}))
    keep(me.post(f"{path}/undo/", {"number": 3, "think_ms": None}))
    keep(me.post(f"{path}/undo/", {"number": 4}))
    keep(me.get(f"{path}/"))
    keep(me.get(f"{path}/moves/?limit=2"))
    keep(me.post(f"{path}/abandon/"))
    keep(me.post(f"{path}/hint/", {"number": 4}))
    keep(me.get(f"{path}/result/"))
    keep(me.get("sessions/?limit=1"))
    for row in daily.json().get("puzzles", [])[:1]:
        keep(me.get(f"daily/{row['date']}/{row['game']}/{row['level']}/leaderboard/"))
    keep(me.get("archive/"))
    keep(me.get("players/me/stats/"))
    keep(me.get("players/me/export/"))
    keep(me.call("PATCH", "players/me/", {"name": "Aiko"}))
    code = ok(keep(me.post("players/me/code/")), 201)["code"]
    me.token = ok(keep(me.post("players/claim/", {"code": code})), 201)["token"]
    keep(me.post("players/claim/", {"code": code}))
    keep(me.delete("players/me/"))
    return seen
