// The queue form: add and remove variants, say what each one changes, count the plays.

const form = document.querySelector("form.queue");
const list = document.getElementById("variants");
const template = document.getElementById("new-variant");
const total = form.querySelector('[name$="-TOTAL_FORMS"]');
const prefix = total.name.replace(/-TOTAL_FORMS$/, "");
const most = Number(form.dataset.maxVariants);
const twoSeats = form.elements.both_seats !== undefined;
const numbers = new Intl.NumberFormat("en");

const variants = () => [...list.querySelectorAll("[data-variant]")];
const part = (variant, name) => variant.querySelector(`[data-part="${name}"]`);
// A number field with a letter in it has no value to compare.
const readable = (input) => input.type !== "number" || (value(input) !== "" && !input.validity.badInput);
const value = (input) => (input.type === "checkbox" ? String(input.checked) : input.value.trim());

function words(input) {
  if (input.type === "checkbox") return input.checked ? "yes" : "no";
  if (input.tagName === "SELECT") return input.selectedOptions[0]?.textContent ?? "";
  return value(input);
}

// The number of a variant stands in the names and ids of its fields.
function renumber() {
  const pattern = new RegExp(`${prefix}-(\\d+|__prefix__)-`, "g");
  variants().forEach((variant, number) => {
    for (const element of variant.querySelectorAll("*")) {
      for (const name of ["name", "id", "for", "aria-describedby"]) {
        const old = element.getAttribute(name);
        if (old) element.setAttribute(name, old.replace(pattern, `${prefix}-${number}-`));
      }
    }
    variant.querySelector("[data-role]").textContent = number === 0 ? "Baseline" : `Variant ${number}`;
    variant.querySelector("[data-remove]").hidden = number === 0;
  });
  total.value = String(variants().length);
  document.getElementById("add-variant").disabled = variants().length >= most;
}

const shared = () => form.elements.same_players.checked;
// What a variant plays with: not its name, nor parameters of a policy that was not chosen.
const inputsOf = (variant) =>
  [...variant.querySelectorAll('[data-part]:not([data-part="title"])')].filter(
    (input) => !input.closest(".field").hidden && !(shared() && input.closest(".player")),
  );

// Players that are not shown must not be what is wrong with the form.
function share() {
  form.classList.toggle("same-players", shared());
  if (!shared()) return;
  for (const input of form.querySelectorAll("[data-variant] ~ [data-variant] [data-of]")) {
    if (!input.validity.valid) input.value = input.dataset.default;
  }
}

// What stands at the baseline; of a parameter that its policy does not have, the usual value.
const origin = (baseline, input) => {
  const before = part(baseline, input.dataset.part);
  return before.closest(".field").hidden ? null : before;
};

function compare() {
  const [baseline, ...others] = variants();
  part(baseline, "title").placeholder = "Baseline";
  others.forEach((variant, at) => {
    const found = [];
    const inputs = inputsOf(variant);
    for (const input of inputs) {
      const name = input.dataset.part;
      const before = origin(baseline, input);
      const differs = !before
        ? readable(input) && value(input) !== input.dataset.default
        : readable(before) && readable(input) && value(before) !== value(input);
      input.closest(".field").classList.toggle("changed", differs);
      const label = name === "policy" && !twoSeats ? "Player" : input.dataset.label;
      if (differs) found.push({ name, label, before: before && words(before), after: words(input) });
    }
    const line = variant.querySelector("[data-difference]");
    line.replaceChildren();
    const unread = (input) => {
      const before = origin(baseline, input);
      return !readable(input) || (before && !readable(before));
    };
    if (inputs.some(unread)) {
      line.textContent = "";
    } else if (found.length === 0) {
      line.textContent = "The same as the baseline so far: change something.";
    } else {
      line.append("Changes ");
      found.forEach((change, i) => {
        if (i) line.append(", ");
        const strong = document.createElement("strong");
        strong.textContent = [change.label, change.before && `${change.before} →`, change.after].filter(Boolean).join(" ");
        line.append(strong);
      });
      // Both players together are one thing: who plays.
      const things = new Set(found.map((c) => (c.name.startsWith("policy") ? "policy" : c.name)));
      if (things.size > 1) {
        const badge = document.createElement("span");
        badge.className = "badge badge-warn";
        badge.textContent = `${things.size} things at once`;
        line.append(" ", badge);
      }
    }
    part(variant, "title").placeholder =
      found.map((c) => (c.name === "policy" && !twoSeats ? c.after : `${c.label} ${c.after}`)).join(", ") || `Variant ${at + 1}`;
  });
}

function complaint(input) {
  const most = Number(input.dataset.most);
  if (most && value(input).length > most) {
    return `Too long: at most ${numbers.format(most)} characters; this has ${numbers.format(value(input).length)}.`;
  }
  if (input.type !== "number") return "";
  if (input.validity.badInput || (input.required && input.value === "")) return "Write a number.";
  if (input.validity.rangeUnderflow) return `Too small: at least ${numbers.format(input.min)}.`;
  if (input.validity.rangeOverflow) return `Too large: at most ${numbers.format(input.max)}.`;
  if (input.validity.stepMismatch) return "Write a whole number.";
  return "";
}

function check(input) {
  const field = input.closest(".field");
  const box = field?.querySelector("[data-errors]");
  if (!box) return;
  const text = complaint(input);
  field.classList.toggle("bad", text !== "");
  box.replaceChildren();
  if (text) {
    const line = document.createElement("p");
    line.textContent = text;
    box.append(line);
    input.setAttribute("aria-invalid", "true");
  } else {
    input.removeAttribute("aria-invalid");
  }
}

const plays = (n) => `${numbers.format(n)} ${n === 1 ? "play" : "plays"}`;

// What the server counted: it knows which variants come of swapped seats, and rounds up to boards.
let counted = null;
const othersCount = () => form.elements.both_seats?.checked || form.elements.boards.value === "fixed";

function count() {
  const known = othersCount() ? counted : null;
  const trials = known ? known.trials : Number(form.elements.trials.value);
  const replicates = Number(form.elements.replicates.value);
  const sum = document.getElementById("sum");
  if (!(trials >= 1 && replicates >= 1) || (othersCount() && !known)) {
    sum.textContent = "";
    return;
  }
  const n = trials * replicates;
  const them = known ? known.variants : variants().length;
  sum.textContent =
    `${them} ${them === 1 ? "variant" : "variants"} × ${numbers.format(replicates)} ` +
    `${replicates === 1 ? "replicate" : "replicates"} × ${plays(trials)} = ${plays(them * n)}.`;
}

function refresh() {
  renumber();
  form.dispatchEvent(new Event("lab:players"));
  share();
  compare();
  count();
}

function add(changes = {}) {
  const baseline = variants()[0];
  list.append(template.content.cloneNode(true));
  const added = variants().at(-1);
  for (const input of added.querySelectorAll("[data-part]")) {
    const from = part(baseline, input.dataset.part);
    if (input.dataset.part === "title") input.value = "";
    else if (input.type === "checkbox") input.checked = from.checked;
    else {
      if (input.tagName === "SELECT" && ![...input.options].some((o) => o.value === from.value)) {
        input.append(from.selectedOptions[0].cloneNode(true));
      }
      input.value = from.value;
    }
  }
  for (const [name, wanted] of Object.entries(changes)) {
    const input = part(added, name);
    if (input.type === "checkbox") input.checked = wanted === "yes";
    else input.value = wanted;
  }
  return added;
}

document.getElementById("add-variant").addEventListener("click", () => {
  const added = add();
  refresh();
  part(added, "title").focus();
});

// What a variant plays, to find its like.
const played = (variant) => inputsOf(variant).map(value).join("\u0000");

form.addEventListener("lab:variants", (event) => {
  const told = event.detail;
  const [first, ...others] = variants();
  // The variant that a fresh form begins with makes way if nothing was done to it.
  for (const one of others) if (played(one) === played(first)) one.remove();
  const known = new Set(variants().map(played));
  for (const changes of told.wanted) {
    if (variants().length >= most) {
      told.full = true;
      break;
    }
    const added = add(changes);
    form.dispatchEvent(new Event("lab:players"));
    if (known.has(played(added))) added.remove();
    else {
      known.add(played(added));
      told.added += 1;
    }
  }
  refresh();
  form.dispatchEvent(new Event("input", { bubbles: true }));
});

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-remove]");
  if (!button) return;
  button.closest("[data-variant]").remove();
  refresh();
  document.getElementById("add-variant").focus();
});

form.addEventListener("lab:planned", () => check(form.elements.trials));
form.addEventListener("lab:counted", (event) => {
  counted = event.detail;
  count();
});

form.addEventListener("input", (event) => {
  if (event.target !== form) check(event.target);
  // A number of plays written by hand follows from nothing.
  if (event.target === form.elements.trials) {
    for (const name of ["precision", "difference"]) form.elements[name].value = "";
  }
  share();
  compare();
  count();
});

form.addEventListener("submit", () => {
  // A second click would queue the experiment twice.
  const button = form.querySelector('button[type="submit"]');
  button.disabled = true;
  button.textContent = "Queueing …";
});
window.addEventListener("pageshow", () => {
  const button = form.querySelector('button[type="submit"]');
  button.disabled = false;
  button.textContent = "Queue the experiment";
});

refresh();
