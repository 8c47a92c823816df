"""Writes of playtests: readings of sessions, simulated plays beside them, synthetic sessions,

studies and who takes part in them.
"""

from __future__ import annotations

from backend.playtests.services.fitting import due_fits, fit_due
from backend.playtests.services.importing import check_source, import_play
from backend.playtests.services.joining import (
    Begun,
    begin_session,
    join_study,
    require_participant,
    withdraw,
)
from backend.playtests.services.queued_imports import (
    queue_import,
    ring_for_imports,
    work_off_import,
)
from backend.playtests.services.readings import fold_sums, read_due_sessions, read_sessions
from backend.playtests.services.seeding import Worse, seed_playtest, usual_people
from backend.playtests.services.seeding_study import seed_study
from backend.playtests.services.simulating import (
    ring,
    simulate_next,
    want_played,
    want_simulation,
    wanted,
)
from backend.playtests.services.studies import (
    amend_study,
    change_study,
    close_study,
    create_study,
    delete_draft,
    open_study,
)
from backend.playtests.services.uploads import (
    check_size,
    drop_upload,
    forget_old_uploads,
    guess_layout,
    import_at_once,
    keep_upload,
    record_import,
    store_upload,
)

__all__ = [
    "Begun",
    "Worse",
    "amend_study",
    "begin_session",
    "change_study",
    "check_size",
    "check_source",
    "close_study",
    "create_study",
    "delete_draft",
    "drop_upload",
    "due_fits",
    "fit_due",
    "fold_sums",
    "forget_old_uploads",
    "guess_layout",
    "import_at_once",
    "import_play",
    "join_study",
    "keep_upload",
    "open_study",
    "queue_import",
    "read_due_sessions",
    "read_sessions",
    "record_import",
    "require_participant",
    "ring",
    "ring_for_imports",
    "seed_playtest",
    "seed_study",
    "simulate_next",
    "store_upload",
    "usual_people",
    "want_played",
    "want_simulation",
    "wanted",
    "withdraw",
    "work_off_import",
]
