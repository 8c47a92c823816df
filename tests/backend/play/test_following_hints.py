"""Who does what the hints say comes to the end, in as many steps as the first of them promises."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest

from backend.play.models import HintPlan, Move
from backend.puzzles.models import Puzzle
from backend.puzzles.services import make_level_puzzle, make_puzzle
from engines import Game, all_games, get_game
from tests.support.api import Api
from tests.support.play import Play, start

pytestmark = pytest.mark.django_db

MEMBERS = {"advice", "reason", "move", "moves_left", "message"}
SLIDING_SIDE = 5


@dataclass
class Followed:
    """How following went: steps, undos among them, and the last answer's session."""

    steps: int
    undos: int
    session: Any


def follow(play: Play, most: int = 2_000) -> Followed:
    """Do what hints say, one hint a step, and nothing else. Asks nothing of `moves_left`."""
    steps = undos = 0
    session = play.detail()
    while session["status"] == "active" and steps < most:
        move = play.hint()["entry"]["payload"]["move"]
        undos += move is None
        session = (play.undo() if move is None else play.move(move))["session"]
        steps += 1
    return Followed(steps, undos, session)


def wander(api: Api, puzzle: Puzzle, most: int) -> Play:
    """A session in which so many random moves were made, or fewer where it got stuck."""
    for seed in range(20):
        rng, play = random.Random(seed), start(api, puzzle)
        session = play.detail()
        for _ in range(most):
            if session["stuck"] or session["status"] != "active":
                break
            session = play.move(rng.choice(session["legal_moves"]))["session"]
        if session["status"] == "active":
            return play
    raise AssertionError("solved by chance again and again")


def puzzle_of(game: Game, seed: int = 1) -> Puzzle:
    """An ending to win in a game for two, else a puzzle of the last level's rules."""
    level = game.levels[-1]
    if game.players == 2:
        return make_level_puzzle(game=game.slug, level=level.key, seed=seed)
    return make_puzzle(game=game.slug, rules=level.rules.model_dump(mode="json"), seed=seed)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("wandered", [0, 4, 60], ids=["fresh", "a few moves", "until stuck"])
def test_in_every_game(player_api: Api, game: Game, wandered: int) -> None:
    if game.slug == "sliding":
        puzzle = make_puzzle(game="sliding", rules={"width": 3, "height": 3, "budget": 30}, seed=1)
    else:
        puzzle = puzzle_of(game)
    play = wander(player_api, puzzle, wandered)
    first = play.hint()["entry"]["payload"]
    assert set(first) == MEMBERS
    assert first["advice"] == ("undo" if first["move"] is None else "move")
    done = follow(play)
    assert done.session["status"] == "solved"
    assert done.steps == first["moves_left"]
    hints = Move.objects.filter(session_id=play.id, kind="hint").order_by("number")
    left = [hint.payload["moves_left"] for hint in hints]
    assert left == [done.steps, *range(done.steps, 0, -1)]


@pytest.mark.parametrize("seed", [1, 2])
def test_on_5x5_they_do_not_slide_to_and_fro(player_api: Api, seed: int) -> None:
    rules = {"width": SLIDING_SIDE, "height": SLIDING_SIDE}
    play = start(player_api, make_puzzle(game="sliding", rules=rules, seed=seed))
    done = follow(play, 400)
    assert (done.session["status"], done.undos) == ("solved", 0)


def test_where_moves_run_out_they_say_undo_and_then_only_move(player_api: Api) -> None:
    for seed in range(3):
        play = wander(player_api, puzzle_of(get_game("color_fill"), seed), 60)
        done = follow(play, 60)
        assert done.session["status"] == "solved"
        kinds = [entry["kind"] for entry in play.history() if entry["kind"] != "hint"]
        assert "move" not in kinds[kinds.index("undo") : kinds.index("undo") + done.undos]


def test_a_wrong_turn_drops_the_plan_and_the_next_hint_makes_another(player_api: Api) -> None:
    game = get_game("sliding")
    rules = {"width": 3, "height": 3}
    play = start(player_api, make_puzzle(game=game.slug, rules=rules, seed=4))
    told = play.hint()["entry"]["payload"]
    legal = play.detail()["legal_moves"]
    play.move(next(move for move in legal if move != told["move"]))
    after = play.hint()["entry"]["payload"]
    assert after["moves_left"] == told["moves_left"] + 1  # both ways are shortest
    assert follow(play).session["status"] == "solved"


def test_steps_count_whether_or_not_a_hint_was_asked_before_each(player_api: Api) -> None:
    play = start(player_api, make_puzzle(game="number_hunt", rules={"circles": 6}, seed=1))
    lefts = []
    for number in range(1, 7):
        if number % 2:
            lefts.append(play.hint()["entry"]["payload"]["moves_left"])
        play.move({"number": number})
    assert lefts == [6, 4, 2]


@pytest.mark.parametrize("game", [g for g in all_games() if g.players == 2], ids=lambda g: g.slug)
@pytest.mark.parametrize("how", [{"mode": "hotseat"}, {"seat": "second"}], ids=["hotseat", "bot"])
def test_a_whole_game_comes_to_its_end_and_nothing_is_undone(
    player_api: Api, game: Game, how: dict[str, str]
) -> None:
    sides = {"width": 4, "height": 4} if game.slug == "reversi" else {"rows": 2, "cols": 2}
    play = start(player_api, make_puzzle(game=game.slug, rules=sides, seed=1), **how)
    done = follow(play)
    assert (done.session["status"], done.undos) == ("finished", 0)
    hints = Move.objects.filter(session_id=play.id, kind="hint").order_by("number")
    left = [hint.payload["moves_left"] for hint in hints]
    assert left == list(range(left[0], left[0] - len(left), -1))
    assert left[-1] > 0


def test_a_plan_is_never_shown(player_api: Api) -> None:
    puzzle = make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=4)
    play = start(player_api, puzzle)
    hint = play.hint()
    moves = HintPlan.objects.get(session_id=play.id).plan["moves"]
    assert len(moves) > 3
    export = b"".join(player_api.get("players/me/export/").streaming_content)
    shown = [hint, play.detail(), play.history(), json.loads(export)]
    second = str(moves[:2])[1:-1]
    for answer in shown:
        assert second not in str(answer)
        assert "hint_plan" not in str(answer)


def test_a_plan_of_another_version_is_passed_over(player_api: Api) -> None:
    play = start(player_api, make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=4))
    play.hint()
    for kept in ({"moves": [{"no": "tile"}]}, {}, {"undos": 0, "moves": [{"tile": 99}]}, []):
        HintPlan.objects.update(plan=kept)
        assert play.hint()["entry"]["payload"]["advice"] == "move"


def test_hints_of_before_are_read_as_they_are(player_api: Api) -> None:
    play = start(player_api, make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=4))
    play.hint()
    Move.objects.filter(session_id=play.id).update(payload={"move": None, "message": "Undo."})
    HintPlan.objects.all().delete()
    assert play.history()[0]["payload"] == {"move": None, "message": "Undo."}
    assert follow(play).session["status"] == "solved"
