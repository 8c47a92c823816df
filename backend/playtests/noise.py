"""Which of a game's players may be held against people, and those whose care can be turned down.

Pure. A player with a parameter `epsilon` from 0 to 1 plays at random with that probability at
each decision: of such a one, the ε that explains people best can be fitted.
"""

from __future__ import annotations

from engines import Game
from engines.declarations import Policy

EPSILON = "epsilon"
GRID = tuple(step / 20 for step in range(21))
"""The ε at which boards are simulated; between them a line is drawn."""


def tells_stuck(game: Game) -> bool:
    """Whether its simulations count just the plays that get stuck, as people's sessions can be."""
    return game.players == 1 and any(m.headline and m.counts_stuck for m in game.metrics)


def noisy_policies(game: Game) -> list[Policy]:
    """The players with an ε that can be fitted."""
    return [policy for policy in game.policies if _has_epsilon(policy)]


def _has_epsilon(policy: Policy) -> bool:
    return any(one.name == EPSILON and (one.low, one.high) == (0, 1) for one in policy.parameters)


def at_epsilon(game: Game, policy: str, epsilon: float) -> str:
    """The normal spelling of the policy with this ε."""
    return game.check_policy(f"{policy}({EPSILON}={epsilon:.6f})")


def grid_of(game: Game, policy: str) -> tuple[str, ...]:
    """The policy at each ε of the grid."""
    return tuple(at_epsilon(game, policy, epsilon) for epsilon in GRID)


def players_of(game: Game) -> tuple[str, ...]:
    """All that are played on a board that people played: its policies, and their grids."""
    if not tells_stuck(game):
        return ()
    plain = [policy.key for policy in game.policies]
    grids = [player for policy in noisy_policies(game) for player in grid_of(game, policy.key)]
    return tuple(dict.fromkeys([*plain, *grids]))
