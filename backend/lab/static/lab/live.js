// Keeps the live page up to date; when the experiment has ended, the page becomes the result.

const page = document.getElementById("live");
const EVERY = 1000;

function write(root, name, text) {
  const place = root.querySelector(`[data-live="${name}"]`);
  if (place && place.textContent !== String(text)) place.textContent = text;
}

function show(figures) {
  const badge = page.querySelector('[data-live="status_text"]');
  badge.className = `badge badge-${figures.status}`;
  for (const name of ["status_text", "percent", "plays", "rate", "left", "failed_text"]) {
    write(page, name, figures[name]);
  }
  document.getElementById("bar").value = figures.share;
  for (const [id, text] of [
    ["cancelling", figures.cancelling],
    ["nobody", figures.nobody],
    ["getting-ready", figures.getting_ready],
  ]) {
    const line = document.getElementById(id);
    line.hidden = !text;
    if (line.textContent !== text) line.textContent = text;
  }
  for (const variant of figures.variants) {
    const row = page.querySelector(`[data-variant="${variant.position}"]`);
    row.querySelector("progress").value = variant.done;
    write(row, "plays", variant.plays);
    write(row, "estimate", variant.estimate);
  }
  const failures = document.getElementById("failures");
  failures.hidden = figures.errors.length === 0;
  failures.querySelector("ul").replaceChildren(
    ...figures.errors.map((error) => {
      const item = document.createElement("li");
      const where = document.createElement("strong");
      const text = document.createElement("span");
      where.textContent = `${error.where}:`;
      text.textContent = error.short;
      item.append(where, " ", text, " ", whole(error));
      return item;
    }),
  );
  const cancel = document.getElementById("cancel");
  if (cancel) cancel.disabled = figures.status === "cancelling";
}

// Kept open or closed by hand while the page goes on looking.
function whole({ where, text }) {
  const known = [...document.querySelectorAll("#failures details")].find((d) => d.dataset.where === where);
  if (known) return known;
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const pre = document.createElement("pre");
  details.className = "more";
  details.dataset.where = where;
  summary.textContent = "The whole error";
  pre.className = "command";
  pre.textContent = text;
  details.append(summary, pre);
  return details;
}

async function poll() {
  let wait = EVERY;
  try {
    const answer = await fetch(page.dataset.progress, {
      headers: { Accept: "application/json" },
      redirect: "error",
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const figures = await answer.json();
    document.getElementById("lost").hidden = true;
    show(figures);
    if (figures.ended) {
      location.reload();
      return;
    }
  } catch {
    document.getElementById("lost").hidden = false;
    wait = 3 * EVERY;
  }
  setTimeout(poll, document.hidden ? 5 * EVERY : wait);
}

setTimeout(poll, EVERY);
