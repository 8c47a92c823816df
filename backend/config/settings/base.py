"""What all places share. Every value a place may change is read from the environment."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from environs import Env

from .celery import *  # noqa: F403
from .database import database_from_url
from .logging import logging_settings

env = Env()


def read_limit(name: str, default: str) -> tuple[int, int] | None:
    """(requests, seconds) of a limit spelled 300/60; None where it is empty."""
    text = env.str(name, default)
    if not text:
        return None
    requests, _, seconds = text.partition("/")
    if not (requests.isdecimal() and seconds.isdecimal() and int(requests) and int(seconds)):
        raise ValueError(f"{name} is spelled requests/seconds, such as 300/60, not {text!r}.")
    return int(requests), int(seconds)


BASE_DIR = Path(__file__).resolve().parents[3]

DEBUG = False
SECRET_KEY = env.str("SECRET_KEY", "")
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", [])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "backend.common",  # before the admin: its templates override the admin's
    "backend.idempotency",
    "backend.puzzles",
    "backend.play",
    "backend.lab",
    "backend.playtests",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "csp",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    # Outermost: whatever goes wrong further in, /api/ answers with a problem document.
    "backend.common.middleware.ApiProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "backend.common.middleware.Policy",
    "backend.common.middleware.Sessions",
    "backend.common.middleware.SlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "backend.common.middleware.SignIn",
    "backend.common.middleware.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "backend.common.middleware.RequestLog",
]

ROOT_URLCONF = "backend.config.urls"
WSGI_APPLICATION = "backend.config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Data ---------------------------------------------------------------------------------
DATABASES = {
    "default": database_from_url(env.str("DATABASE_URL", "postgresql://localhost:5432/tsumi"))
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.str("REDIS_URL", "redis://localhost:6379/0")

# Limits on what a request may carry.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000  # a form of the most variants an experiment may have
DATA_UPLOAD_MAX_NUMBER_FILES = 10

# Accounts (staff only; players have tokens) ---------------------------------------------
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "admin:login"

# Language and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "backend.common.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
APPEND_SLASH = True

# Files ------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT: Path | None = BASE_DIR / "staticfiles"

# What a browser may load ----------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# REST -------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "backend.play.authentication.PlayerTokenAuthentication",
        "backend.common.authentication.StaffSession",
    ],
    # A view that forgets to say who may use it is closed to everyone.
    "DEFAULT_PERMISSION_CLASSES": ["backend.common.permissions.NoOne"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "backend.common.negotiation.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["backend.common.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "backend.common.schema.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["backend.common.throttling.Throttle"],
    "EXCEPTION_HANDLER": "backend.common.problems.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tsumi",
    "DESCRIPTION": (
        "Puzzles that can always be solved, a fresh set every day, played against a server "
        "that knows the rules. Errors are RFC 9457 problem documents: 400 for what cannot be "
        "read, 422 for what can be read but is not allowed, each fault with a JSON pointer.\n\n"
        "Games, puzzles and daily sets are open to all. To play, take a token from "
        "`POST /api/v1/players/` and give it to *Authorize* as `playerToken`. Experiments, and "
        "making studies, are for staff: sign in at `/admin/` first, and this page sends what is "
        "needed."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "backend.config.openapi.add_examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "ExperimentStatus": "backend.lab.models.ExperimentStatus",
        "TuningStatus": "backend.lab.models.TuningStatus",
        "SessionStatus": "backend.play.models.Session.Status",
        "OrderStatus": "backend.puzzles.models.PuzzleOrder.Status",
        "StudyStatus": "backend.playtests.models.Study.Status",
        "StudyPuzzleStatus": "backend.playtests.serializers.studies.PROGRESS",
        "PlayMode": "backend.play.models.Session.Mode",
        "Seat": "backend.play.models.Session.Seat",
        "MetricKind": ["proportion", "mean", "histogram", "heatmap"],
        "EntryKind": "backend.play.models.Move.Kind",
        "HistoryKind": ["move", "undo", "hint", "bot", "wrong"],
        "HintReason": "backend.play.serializers.sessions.REASONS",
        "MoveOrUndo": ["move", "undo"],
        "EntryOutcome": "backend.play.models.Move.Outcome",
    },
}

# Logging ------------------------------------------------------------------------------------
LOG_LEVEL = env.str("LOG_LEVEL", "INFO").upper()
LOG_FORMAT = env.str("LOG_FORMAT", "text")
LOGGING = logging_settings(level=LOG_LEVEL, form=LOG_FORMAT)

# The studio's own ------------------------------------------------------------------------
# Daily sets exist from this date on; earlier dates are "not found".
DAILY_FIRST_DATE: date = env.date("DAILY_FIRST_DATE", date(2025, 1, 1))
# Daily seeds are made with it, so that they cannot be foreseen. Empty: SECRET_KEY does it.
DAILY_SECRET = env.str("DAILY_SECRET", "")
# How long a request for a daily set waits for a worker to make what is missing.
DAILY_WAIT_SECONDS = env.float("DAILY_WAIT_SECONDS", 10.0)
# A worker not seen for this long counts as gone.
WORKER_STALE_SECONDS = env.float("WORKER_STALE_SECONDS", 60.0)
# A client's think times may be this much longer than what passed by the server's clock, once in a
# session.
THINK_TOLERANCE_MS = env.int("THINK_TOLERANCE_MS", 2000)
# A pause before a move is a stall from max(STALL_SECONDS, STALL_FACTOR × the player's median) on.
STALL_SECONDS = env.float("STALL_SECONDS", 5.0)
STALL_FACTOR = env.float("STALL_FACTOR", 3.0)
# A file of recorded play that is sent to the web may be this large; larger ones by command.
IMPORT_MAX_BYTES = env.int("IMPORT_MAX_BYTES", 4 * 2**20)
# A session without an entry for this long counts as given up.
GIVE_UP_HOURS = env.float("GIVE_UP_HOURS", 24.0)
# A solved puzzle whose moves took less than this each, on average, is kept out of leaderboards.
FASTEST_MOVE_MS = env.int("FASTEST_MOVE_MS", 100)
# A daily puzzle solved this long after its date is over everywhere still counts for a streak.
STREAK_GRACE_HOURS = env.int("STREAK_GRACE_HOURS", 48)
# A code that moves a player to another device is good for this long.
TRANSFER_CODE_MINUTES = env.int("TRANSFER_CODE_MINUTES", 10)
# Web processes load what pages of statistics need once they serve; else the first visitor waits.
LOAD_AHEAD = env.bool("LOAD_AHEAD", True)
# How many proxies of our own stand in front and write X-Forwarded-For.
PROXY_COUNT = env.int("PROXY_COUNT", 0)
# Requests in seconds, such as 300/60; empty: no limit. For each caller (a player or a member of
# staff) and each address; for new players and codes, and for puzzles made on demand, besides.
RATE_LIMITS = {
    "caller": read_limit("LIMIT_CALLER", "300/60"),
    "address": read_limit("LIMIT_ADDRESS", "1200/60"),
    "players": read_limit("LIMIT_PLAYERS", "30/600"),
    "puzzles": read_limit("LIMIT_PUZZLES", "30/600"),
}
# How long a request for a puzzle on demand waits for a worker before it answers 202.
PUZZLE_WAIT_SECONDS = env.float("PUZZLE_WAIT_SECONDS", 1.0)
