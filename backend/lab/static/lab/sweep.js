// Sweeps and grids: makes variants from lists of values.
// What comes of it are ordinary variants of the form; `queue.js` adds them.

const form = document.querySelector("form.queue");
const box = document.getElementById("sweep");
const said = box.querySelector("[data-said]");
const MOST_VALUES = 50;

// "3-9", "3, 5, 7" or "8-20 by 4"; choices are split at commas.
// What the rule may not have is told apart, and so are ranges that run backwards.
function values(text, input) {
  const found = [];
  const backwards = [];
  for (const part of text.split(",").map((one) => one.trim()).filter(Boolean)) {
    const range = /^(-?\d+)\s*(?:-|–|to|…)\s*(-?\d+)(?:\s+by\s+(\d+))?$/.exec(part);
    if (!range) {
      found.push(part);
      continue;
    }
    const [low, high, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
    if (low > high) backwards.push(`${part}: write ${high}-${low}`);
    if (step < 1) found.push(part);
    for (let n = low; step > 0 && n <= high && found.length <= MOST_VALUES; n += step) found.push(String(n));
  }
  const distinct = [...new Set(found)];
  return {
    list: distinct.filter((one) => allowed(one, input)),
    refused: distinct.filter((one) => !allowed(one, input)),
    backwards,
  };
}

// What the rule may have, in words.
function range(input) {
  if (input.type === "checkbox") return "yes or no";
  if (input.tagName === "SELECT") return `some of: ${[...input.options].map((o) => o.value).join(", ")}`;
  const kind = input.step === "any" ? "numbers" : "whole numbers";
  if (input.min !== "" && input.max !== "") return `${kind} from ${input.min} to ${input.max}`;
  if (input.min !== "") return `${kind} from ${input.min}`;
  return input.max !== "" ? `${kind} up to ${input.max}` : kind;
}

// Why no variant comes of what was written, and what would be right.
function problem(one) {
  const wrong = one.refused.slice(0, 5).join(", ") + (one.refused.length > 5 ? ", …" : "");
  if (one.backwards.length) return `A range begins with its lowest value. ${one.backwards.join("; ")}.`;
  return `${one.label} takes ${range(one.input)}${wrong ? `, not ${wrong}` : ": write some"}.`;
}

function allowed(text, input) {
  if (input.type === "checkbox") return text === "yes" || text === "no";
  if (input.tagName === "SELECT") return [...input.options].some((o) => o.value === text);
  if (input.type !== "number") return true;
  const number = Number(text);
  const inside = (input.min === "" || number >= Number(input.min)) && (input.max === "" || number <= Number(input.max));
  const whole = input.step === "any" || Number.isInteger(number);
  return text !== "" && Number.isFinite(number) && inside && whole;
}

function picked(which) {
  const name = box.querySelector(`[data-rule="${which}"]`).value;
  if (!name) return null;
  const input = document.querySelector(`[data-variant] [data-part="${name}"]`);
  return { name, input, label: input.dataset.label, ...values(box.querySelector(`[data-values="${which}"]`).value, input) };
}

function hint(which) {
  const name = box.querySelector(`[data-rule="${which}"]`).value;
  const input = name && document.querySelector(`[data-variant] [data-part="${name}"]`);
  const place = box.querySelector(`[data-values="${which}"]`);
  if (!input) place.placeholder = "";
  else if (input.type === "checkbox") place.placeholder = "yes, no";
  else if (input.tagName === "SELECT") place.placeholder = [...input.options].map((o) => o.value).join(", ");
  else place.placeholder = "such as 3-9 or 8, 12, 20";
}

function make() {
  const [one, other] = [picked("x"), picked("y")];
  const empty = [one, other].find((rule) => rule && (rule.list.length === 0 || rule.backwards.length));
  if (!one) said.textContent = "Choose a rule.";
  else if (empty) said.textContent = problem(empty);
  else if (other?.name === one.name) said.textContent = "The second rule is the first one: choose another.";
  if (!one || empty || other?.name === one.name) return;
  const wanted = one.list.flatMap((x) =>
    other ? other.list.map((y) => ({ [one.name]: x, [other.name]: y })) : [{ [one.name]: x }],
  );
  const refused = [...one.refused, ...(other?.refused ?? [])];
  const told = { wanted, added: 0, full: false };
  form.dispatchEvent(new CustomEvent("lab:variants", { detail: told }));
  said.textContent =
    `${told.added} ${told.added === 1 ? "variant" : "variants"} added` +
    (told.full ? ": no more fit into one experiment." : "; what equals the baseline or is there already was left out.") +
    (refused.length ? ` Not allowed here: ${refused.slice(0, 10).join(", ")}${refused.length > 10 ? ", …" : ""}.` : "");
}

for (const which of ["x", "y"]) box.querySelector(`[data-rule="${which}"]`).addEventListener("change", () => hint(which));
document.getElementById("make-sweep").addEventListener("click", make);
