"""The lab's admin pages: who may do what, what is refused, and that nothing breaks them."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils.html import escape

from backend.lab.admin import words
from backend.lab.chunks import claim_chunk
from backend.lab.differences import written_out
from backend.lab.models import Experiment, ExperimentStatus
from backend.lab.services import cancel_experiment
from backend.lab.work import run_chunks, run_next_chunk
from engines import all_games, get_game
from tests.support.lab import GAME, queue, variant

pytestmark = pytest.mark.django_db

QUEUE = "/admin/lab/experiment/queue/"
NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"
BASELINE = get_game(GAME).presets[0].variants[0]
TWIN = {
    f"variants-1-rule_{name}": str(value)
    for name, value in written_out(get_game(GAME), BASELINE.rules.model_dump(mode="json")).items()
} | {"variants-1-policy": BASELINE.policy}
"""Makes the second variant of `form` like the first."""


def address(name, experiment):
    return reverse(f"admin:lab_experiment_{name}", args=[experiment.pk])


@pytest.fixture
def staff(django_user_model):
    """Makes a signed-in staff client with these permissions of the lab."""
    from django.test import Client

    def make(*codenames):
        user = django_user_model.objects.create_user(f"u{uuid.uuid4().hex[:8]}", password="x")
        user.is_staff = True
        user.save()
        user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        client = Client()
        client.force_login(user)
        client.user = user
        return client

    return make


@pytest.fixture
def viewer(staff):
    return staff("view_experiment")


@pytest.fixture
def designer(staff):
    return staff("view_experiment", "add_experiment", "change_experiment")


@pytest.fixture
def waiting():
    return queue()


@pytest.fixture
def done(settings):
    settings.CHUNK_SECONDS = 60
    experiment = queue()
    run_chunks(worker="test")
    experiment.refresh_from_db()
    assert experiment.status == "done"
    return experiment


def form(**changes):
    preset = get_game(GAME).presets[0]
    data = {
        "title": "Mine",
        "question": "?",
        "note": "",
        "trials": "100",
        "replicates": "2",
        "seed": "5",
        "preset": "",
        "variants-TOTAL_FORMS": "2",
        "variants-INITIAL_FORMS": "0",
    }
    for number, one in enumerate(preset.variants[:2]):
        rules = written_out(get_game(GAME), one.rules.model_dump(mode="json"))
        data |= {f"variants-{number}-rule_{k}": str(v) for k, v in rules.items()}
        data |= {f"variants-{number}-policy": one.policy, f"variants-{number}-title": one.title}
    return {**data, **changes}


# Who may do what ------------------------------------------------------------------------------


def test_strangers_are_sent_to_the_login(client, waiting):
    for name in ("change", "progress", "board", "picture"):
        answer = client.get(address(name, waiting))
        assert answer.status_code == 302
        assert "/admin/login/" in answer["Location"]
    for name in ("cancel", "resume"):
        assert client.post(address(name, waiting)).status_code == 302
    waiting.refresh_from_db()
    assert waiting.status == "queued"


def test_staff_without_permission_see_nothing(staff, waiting):
    nobody = staff()
    for name in ("change", "progress", "board", "picture"):
        assert nobody.get(address(name, waiting)).status_code == 403
    assert nobody.get(QUEUE).status_code == 403
    assert nobody.get("/admin/lab/experiment/").status_code == 403


def test_who_may_only_look_can_not_queue_nor_steer(viewer, waiting):
    page = viewer.get(address("change", waiting))
    assert page.status_code == 200
    assert b"Cancel" not in page.content
    assert viewer.get(QUEUE).status_code == 403
    assert viewer.post(f"{QUEUE}?game={GAME}", form()).status_code == 403
    assert viewer.get("/admin/lab/experiment/add/").status_code == 403
    assert viewer.post(address("cancel", waiting)).status_code == 403
    assert viewer.post(address("resume", waiting)).status_code == 403
    assert b"Queue an experiment" not in viewer.get("/admin/lab/experiment/").content
    waiting.refresh_from_db()
    assert waiting.status == "queued"


def test_changing_needs_its_own_permission(staff, waiting):
    may_add = staff("view_experiment", "add_experiment")
    assert may_add.post(address("cancel", waiting)).status_code == 403


def test_a_post_without_a_csrf_token_is_refused(designer, waiting):
    designer.handler.enforce_csrf_checks = True
    assert designer.post(address("cancel", waiting)).status_code == 403
    assert designer.post(f"{QUEUE}?game={GAME}", form()).status_code == 403
    assert Experiment.objects.count() == 1


def test_nothing_recorded_can_be_edited_or_deleted(admin_client, waiting):
    url = address("change", waiting)
    assert admin_client.post(url, {"title": "Changed"}).status_code == 405
    assert admin_client.post(url.replace("change", "delete"), {"post": "yes"}).status_code == 403
    posted = admin_client.post(
        "/admin/lab/experiment/",
        {"action": "delete_selected", "_selected_action": [str(waiting.pk)], "post": "yes"},
    )
    assert posted.status_code in (200, 302, 403)
    assert Experiment.objects.get().title == waiting.title


# Reading changes nothing ------------------------------------------------------------------


def test_get_changes_nothing(designer, waiting, done):
    before = [(e.pk, e.status, e.finished_at) for e in Experiment.objects.order_by("pk")]
    for experiment in (waiting, done):
        for name in ("change", "progress", "board", "picture"):
            assert designer.get(address(name, experiment)).status_code in (200, 404)
        for name in ("cancel", "resume"):
            assert designer.get(address(name, experiment)).status_code == 405
    for url in (QUEUE, f"{QUEUE}?game={GAME}", "/admin/lab/experiment/", "/admin/"):
        assert designer.get(url).status_code == 200
    assert before == [(e.pk, e.status, e.finished_at) for e in Experiment.objects.order_by("pk")]


# Queueing -----------------------------------------------------------------------------------


def test_the_add_button_leads_to_the_queue_form(designer):
    assert designer.get("/admin/lab/experiment/add/")["Location"] == QUEUE


def test_every_preset_of_every_game_is_offered_with_its_question(designer):
    page = designer.get(QUEUE).content.decode()
    for game in all_games():
        for preset in game.presets:
            assert escape(preset.question) in page
            filled = designer.get(QUEUE, {"game": game.slug, "preset": preset.key})
            assert filled.context["form"].initial["trials"] == preset.trials
            assert len(filled.context["variants"].forms) == len(preset.variants)


def test_a_preset_sent_unchanged_is_recorded_as_such(designer):
    game, preset = get_game(GAME), get_game(GAME).presets[0]
    data = form(preset=preset.key)
    data["variants-TOTAL_FORMS"] = str(len(preset.variants))
    for number, one in enumerate(preset.variants):
        rules = written_out(game, one.rules.model_dump(mode="json"))
        data |= {f"variants-{number}-rule_{k}": str(v) for k, v in rules.items()}
        data[f"variants-{number}-policy"] = one.policy
    answer = designer.post(f"{QUEUE}?game={game.slug}", data)
    experiment = Experiment.objects.get()
    assert answer["Location"] == address("change", experiment)
    assert experiment.preset == preset.key
    assert experiment.created_by == designer.user
    assert (experiment.trials, experiment.replicates, experiment.seed) == (100, 2, 5)
    assert [v.rules for v in experiment.variants.all()] == [
        v.rules.model_dump(mode="json") for v in preset.variants
    ]
    designer.post(f"{QUEUE}?game={game.slug}", form(preset=preset.key))
    assert Experiment.objects.latest("created_at").preset == ""


def test_variants_without_a_name_are_named_after_what_they_change(designer):
    data = form(**{"variants-0-title": "", "variants-1-title": " "})
    designer.post(f"{QUEUE}?game={GAME}", data)
    titles = [v.title for v in Experiment.objects.get().variants.all()]
    assert titles[0] == "Baseline"
    assert titles[1] not in ("", "Variant 1")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": ""}, "Give it a title"),
        ({"title": "x" * 201}, "Too long: at most 200 characters; this has 201."),
        ({"title": "a\x00b"}, "Leave out the invisible character U+0000"),
        ({"trials": "0"}, "at least 1"),
        ({"trials": "many"}, "whole number"),
        ({"trials": "9" * 40}, "at most"),
        ({"trials": "1000000000", "replicates": "50"}, "trials an experiment may have"),
        ({"replicates": ""}, "Write a number"),
        ({"seed": "-1"}, "at least 0"),
        ({"seed": str(2**63)}, "at most"),
        ({"variants-1-rule_width": "1"}, "at least 2"),
        ({"variants-1-rule_width": "1e3"}, "whole number"),
        ({"variants-1-policy": "clairvoyant"}, "Choose one of the list"),
        ({"variants-1-rule_adjacency": "knight"}, "Choose one of: edge, corner"),
        ({"variants-1-title": "x" * 201}, "Too long: at most 200 characters; this has 201."),
        ({"note": "x" * 10_001}, "Too long: at most 10,000 characters; this has 10,001."),
        ({"variants-0-title": "Same", "variants-1-title": "same"}, "has this name already"),
        (TWIN, "This plays the same as the baseline"),
        ({**TWIN, "title": ""}, "This plays the same as the baseline"),
        ({"variants-TOTAL_FORMS": "0"}, "needs a baseline"),
        ({"variants-TOTAL_FORMS": "x"}, "needs a baseline"),
        ({"variants-TOTAL_FORMS": "100000"}, "at most 100 variants"),
    ],
)
def test_faults_are_said_in_words_and_nothing_is_queued(designer, changes, said):
    answer = designer.post(f"{QUEUE}?game={GAME}", form(**changes))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "Nothing was queued yet" in answer.content.decode()
    assert Experiment.objects.count() == 0


def test_a_policy_that_can_not_play_by_its_rules_is_said_beside_it(designer):
    rules = get_game("sliding").Rules(width=5, height=5).model_dump(mode="json")
    data = form(**{"variants-TOTAL_FORMS": "1", "variants-0-policy": "optimal"})
    data |= {f"variants-0-rule_{name}": str(value) for name, value in rules.items()}
    answer = designer.post(f"{QUEUE}?game=sliding", data)
    assert answer.status_code == 422
    (said,) = answer.context["variants"].forms[0].errors["policy"]
    assert "boards of up to 16 cells" in said
    assert Experiment.objects.count() == 0


def test_missing_fields_are_said_too(designer):
    assert designer.post(f"{QUEUE}?game={GAME}", {}).status_code == 422
    assert designer.post(QUEUE, form()).status_code == 200  # no game: choose one
    assert Experiment.objects.count() == 0


def test_an_experiment_is_copied_into_the_form(designer, done):
    page = designer.get(QUEUE, {"copy": str(done.pk)})
    assert page.context["form"].initial["seed"] == done.seed
    assert page.context["variants"].forms[1].initial["rule_colors"] == 4


def test_the_most_variants_there_may_be_are_copied_and_queued_again(designer):
    game = get_game(GAME)
    many = queue(variants=[variant(seeds=2 + n % 50, colors=3 + n // 50) for n in range(100)])
    page = designer.get(QUEUE, {"copy": str(many.pk)})
    assert len(page.context["variants"].forms) == 100
    data = form()
    for number, one in enumerate(page.context["variants"].forms):
        data |= {
            f"variants-{number}-{name}": str(v)
            for name, v in ((n, one[n].value()) for n in one.fields)
        }
    data["variants-TOTAL_FORMS"] = "100"
    answer = designer.post(f"{QUEUE}?game={game.slug}", data)
    assert answer.status_code == 302
    assert Experiment.objects.latest("created_at").variants.count() == 100


@pytest.mark.parametrize(
    "query",
    [
        "game=chess",
        "game=../../etc",
        f"game={GAME}&preset=none",
        "copy=x",
        f"copy={NOBODY}",
        "preset=none",
        "game=%00",
        f"game={GAME}&preset=%00%F0%9F%92%A9",
    ],
)
def test_odd_queries_of_the_queue_lead_to_the_choice(designer, query):
    answer = designer.get(f"{QUEUE}?{query}")
    assert answer.status_code == 200
    assert b"Use this preset" in answer.content
    assert len(list(answer.context["messages"])) == 1


# Watching, reading ------------------------------------------------------------------------


def test_progress_is_json(viewer, waiting):
    answer = viewer.get(address("progress", waiting))
    assert "no-store" in answer["Cache-Control"]
    figures = answer.json()
    assert figures["status"] == "queued"
    assert figures["plays"] == "0 of 800 plays"
    assert figures["nobody"] is True
    assert [v["estimate"] for v in figures["variants"]] == ["No estimate yet."] * 2


def test_the_result_says_how_the_variants_differ(viewer, done):
    page = viewer.get(address("change", done))
    text = page.content.decode()
    assert page.templates[0].name == "lab/results.html"
    assert "points less often than the baseline" in text
    assert ".venv/bin/python -m engines simulate" in text
    assert text.count("Show me a stuck board") == 2
    assert text.count(" are reckoned play by play") == 1
    assert 'class="badge">Baseline<' in text
    assert "<style" not in text
    assert " style=" not in text
    assert set(page.context["specs"]) >= {"chart-headline"}


@pytest.mark.parametrize("count", [1, 2, 9])
def test_other_figures_are_a_table_with_as_few_columns_as_can_be(viewer, settings, count):
    settings.CHUNK_SECONDS = 60
    game = get_game("number_hunt")
    others = [m for m in game.metrics if m.kind in ("proportion", "mean") and not m.headline]
    assert 2 < len(others) < 9
    experiment = queue(
        game=game.slug,
        trials=8,
        replicates=1,
        variants=[
            {"title": f"{n} circles", "rules": {"circles": n}, "policy": "scan"}
            for n in range(5, 5 + count)
        ],
    )
    while run_next_chunk(worker="test"):
        pass
    page = viewer.get(address("change", experiment))
    tables = page.context["others"]["tables"]
    heads = [head["title"] for table in tables for head in table["heads"]]
    assert len(heads) == min(count, len(others))
    wanted = {
        (variant["title"], metric.title): words.figure(metric, variant["metrics"][metric.key])
        for variant in page.context["results"]["variants"]
        for metric in others
    }
    got = {}
    for table in tables:
        for row in table["rows"]:
            for head, cell in zip(table["heads"], row["cells"], strict=True):
                pair = (row["title"], head["title"])
                got[pair if pair in wanted else pair[::-1]] = cell["value"]
    assert got == wanted
    text = page.content.decode()
    assert text.count('<span class="unit">per 10,000 of the field</span>') == 1


def test_dates_and_crumbs_are_written_one_way(viewer, done):
    Experiment.objects.update(created_at=datetime(2026, 11, 29, 20, 15, tzinfo=UTC))
    for url in (address("change", done), "/admin/lab/experiment/"):
        assert "29 Nov 2026, 20:15" in viewer.get(url).content.decode()
    crumbs = viewer.get("/admin/lab/experiment/").content.decode().split('"breadcrumbs">')[1]
    assert crumbs.split("</div>")[0].endswith("</a> &rsaquo; Experiments")


def test_one_play_is_one_play(viewer):
    experiment = cancel_experiment(experiment=queue(trials=1))
    assert "× 1 play ·" in viewer.get(address("change", experiment)).content.decode()


def test_a_result_is_read_with_few_queries(viewer, done, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        viewer.get(address("change", done))


def test_several_changes_at_once_are_marked(viewer, settings):
    settings.CHUNK_SECONDS = 60
    experiment = queue(variants=[variant(), variant(colors=4, seeds=8)])
    while run_next_chunk(worker="test"):
        pass
    assert "2 things at once" in viewer.get(address("change", experiment)).content.decode()


def test_an_experiment_with_nothing_done_is_shown(viewer, designer, waiting):
    designer.post(address("cancel", waiting))
    page = viewer.get(address("change", waiting))
    assert page.status_code == 200
    assert "0.0 % of the planned plays" in page.content.decode()


def test_a_title_is_never_markup(viewer, settings):
    settings.CHUNK_SECONDS = 60
    evil = "</script><script>alert(1)</script>"
    experiment = queue(title=evil, question=evil, variants=[variant(evil), variant("b", colors=4)])
    assert evil not in viewer.get(address("change", experiment)).content.decode()
    while run_next_chunk(worker="test"):
        pass
    assert evil not in viewer.get(address("change", experiment)).content.decode()
    assert evil not in viewer.get("/admin/lab/experiment/").content.decode()


def test_experiments_of_games_that_are_gone_are_said_to_be(viewer, done):
    Experiment.objects.filter(pk=done.pk).update(game="gone")
    for name in ("change", "board"):
        page = viewer.get(address(name, done))
        assert page.status_code == 200
        assert b"be shown" in page.content
    assert viewer.get(address("progress", done)).status_code == 409
    assert viewer.get(address("picture", done) + "?trial=0").status_code == 404
    assert viewer.get("/admin/lab/experiment/").status_code == 200


# Steering -------------------------------------------------------------------------------------


def test_cancel_and_resume(designer, waiting):
    answer = designer.post(address("cancel", waiting), follow=True)
    waiting.refresh_from_db()
    assert waiting.status == ExperimentStatus.CANCELLED
    assert b"Cancelled. What was done is kept." in answer.content
    assert b"Resume" in answer.content
    designer.post(address("resume", waiting))
    waiting.refresh_from_db()
    assert waiting.status == ExperimentStatus.QUEUED  # nobody had begun it


def test_a_cancel_that_waits_for_work_says_so(designer, waiting, settings):
    settings.CHUNK_LEASE_SECONDS = 30
    claim_chunk(worker="busy")
    page = designer.post(address("cancel", waiting), follow=True).content.decode()
    assert page.count("Being cancelled: waiting for work in progress (up to 35 s).") == 1
    assert "What was done is kept." not in page
    figures = designer.get(address("progress", waiting)).json()
    assert figures["cancelling"].startswith("Being cancelled")
    assert (figures["rate"], figures["left"]) == ("–", "–")
    assert figures["nobody"] is False  # nothing is to start any more


def test_what_is_done_can_not_be_cancelled(designer, done):
    answer = designer.post(address("cancel", done), follow=True)
    assert b"already ended" in answer.content
    answer = designer.post(address("resume", done), follow=True)
    assert b"nothing left to resume" in answer.content


# Boards ---------------------------------------------------------------------------------------


def test_a_game_that_nobody_gets_stuck_in_has_its_own_words_and_marks(viewer, settings):
    settings.CHUNK_SECONDS = 60
    one = {"title": "", "rules": {}, "policy": "scan"}
    experiment = queue(game="number_hunt", trials=40, replicates=1, variants=[one])
    while run_next_chunk(worker="test"):
        pass
    assert "Show me a long hunt<" in viewer.get(address("change", experiment)).content.decode()
    page = viewer.get(address("board", experiment))
    text = page.content.decode()
    assert "A long hunt: Baseline" in text
    assert "tuck" not in text.replace("badge-stuck", "")
    picture = f"{address('picture', experiment)}?trial={page.context['trial']}"
    frames = [viewer.get(f"{picture}&step={step}").content.decode() for step in (0, 24, 25)]
    assert ["stroke-dasharray" in frame for frame in frames] == [False, False, True]


def test_a_stuck_board_is_the_trial_that_got_stuck(viewer, done):
    page = viewer.get(address("board", done))
    assert page.context["outcome"].status == "stuck"
    assert page.context["steps"][-1].badges == ("stuck",)
    trial = page.context["trial"]
    later = viewer.get(address("board", done) + "?nth=1")
    assert later.context["trial"] > trial
    same = viewer.get(address("board", done) + f"?trial={trial}")
    assert same.context["outcome"] == page.context["outcome"]
    for step in (0, 1, page.context["last_step"]):
        picture = viewer.get(address("picture", done), {"trial": trial, "step": step})
        assert picture["Content-Type"].startswith("image/svg+xml")
        assert picture.content.startswith(b"<svg")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("trial=200", "There is no trial 200; trials are 0 to 199."),
        ("trial=99999999999", "There is no trial 99,999,999,999; trials are 0 to 199."),
        ("trial=abc", "There is no trial “abc”; trials are 0 to 199."),
        ("trial=-1", "There is no trial -1; trials are 0 to 199."),
        ("variant=x", "There is no variant “x”; variants are 0 to 1."),
        ("variant=2&trial=3", "There is no variant 2; variants are 0 to 1."),
        ("replicate=0", "There is no replicate 0; replicates are 1 to 2."),
        ("nth=x", "Boards are counted from 0"),
    ],
)
def test_a_board_that_can_not_be_meant_is_not_replaced_by_another(viewer, done, query, said):
    page = viewer.get(f"{address('board', done)}?{query}")
    assert page.status_code == 404
    assert said in page.content.decode()
    assert "<img" not in page.content.decode().split('id="content"')[1]


def test_a_trial_is_left_empty_for_a_stuck_one(viewer, done):
    page = viewer.get(f"{address('board', done)}?variant=1&replicate=2&trial=")
    assert page.status_code == 200
    assert page.context["by_number"] is False


def test_boards_that_are_not_there_are_said_to_be(viewer, done):
    page = viewer.get(address("board", done) + "?nth=100000")
    assert page.status_code == 200
    assert b"Any trial can be looked at" in page.content


@pytest.mark.parametrize(
    "query",
    [
        "variant=99",
        "variant=-1&replicate=x",
        "replicate=0",
        "replicate=99",
        "trial=x",
        "trial=-5",
        "trial=99999999999999999999999",
        "nth=-1",
        "nth=99999999999999999999999",
        "step=-1",
        "step=9999999",
        "step=%00",
        "variant=%00&trial=%F0%9F%92%A9",
    ],
)
def test_odd_queries_never_break_a_page(viewer, done, query):
    for name in ("board", "picture", "change", "progress"):
        assert viewer.get(f"{address(name, done)}?{query}").status_code in (200, 404)


@pytest.mark.parametrize(
    "path",
    [
        "x/change/",
        "1/change/",
        f"{NOBODY}/change/",
        f"{NOBODY}/board/",
        f"{NOBODY}/progress/",
        "%00/change/",
        "?q=%00",
        "?game=%00",
        "?game=chess",
        "?status=%00",
        "?status=sleeping",
        "?created_at__gte=yesterday",
        "?created_at__day=99999999999999999999",
        "?p=99999999999",
        "?p=x",
        "?o=99.x.-7",
        "?nonsense=1",
        "?variants__rules__x=1",
        "?id=7",
        "?e=1",
        "?all=",
        "?_facets=True",
        "?q=%22%27%5C",
        "?_to_field=password",
        "?trials=99999999999999999999999999",
    ],
)
@pytest.mark.usefixtures("done")
def test_odd_addresses_never_break_the_list(admin_client, path):
    assert admin_client.get(f"/admin/lab/experiment/{path}", follow=True).status_code in (
        200,
        404,
        400,
    )


def test_an_experiment_of_another_version_says_so(designer, done):
    Experiment.objects.update(version=99)
    run = done.variants.first().runs.first()

    page = designer.get(address("change", done))
    board = designer.get(address("board", done), {"run": run.pk, "trial": 0})

    assert "begun with version 99" in page.content.decode()
    assert "begun with version 99" in board.content.decode()
