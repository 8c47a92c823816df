// Asks the server about the form while it is filled in: faults in words, how long it will take,
// and a board for each variant.

const form = document.querySelector("form.queue");
const place = document.getElementById("checked");
const PAUSE = 500;
const MOST_PREVIEWS = 12;
const touched = new Set();
let timer = 0;
let asked = 0;

function showFaults(errors) {
  for (const field of form.querySelectorAll(".field")) {
    const input = field.querySelector("[name]");
    const box = field.querySelector("[data-errors]");
    // Ids are pasted, not typed: what is wrong with them is said at once.
    const typing = input === document.activeElement && input.type !== "checkbox" && input.name !== "puzzles";
    if (!input || !box || typing) continue;
    const texts = errors[input.name] ?? [];
    // What is still to be filled in is not found fault with; an empty title not before it is sent.
    if (texts.length && input.value === "" && (input.name === "title" || !touched.has(input))) continue;
    field.classList.toggle("bad", texts.length > 0);
    box.replaceChildren(
      ...texts.map((text) => {
        const line = document.createElement("p");
        line.textContent = text;
        return line;
      }),
    );
  }
}

function preview(variant, number) {
  const place = variant.querySelector("[data-preview]");
  const rules = {};
  for (const input of variant.querySelectorAll("[data-part^=rule_]")) {
    const name = input.dataset.part.slice("rule_".length);
    if (input.type === "checkbox") rules[name] = input.checked;
    else if (input.type === "number") rules[name] = Number(input.value);
    else rules[name] = input.value;
  }
  const query = new URLSearchParams({ rules: JSON.stringify(rules), seed: form.elements.seed.value });
  const address = `${form.dataset.preview}&${query}`;
  const image = place.querySelector("img");
  if (number >= MOST_PREVIEWS) place.hidden = true;
  else if (image.getAttribute("src") !== address) {
    image.onload = () => (place.hidden = false);
    image.onerror = () => (place.hidden = true);
    image.setAttribute("src", address);
  }
}

async function ask() {
  const mine = ++asked;
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), redirect: "error" });
    if (!answer.ok || mine !== asked) return;
    const told = await answer.json();
    place.textContent = told.said;
    const planned = document.getElementById("planned");
    if (planned) {
      planned.textContent = told.planned;
      // A number that followed from another wish, or from other variants, is nobody's any more.
      const wished = ["precision", "difference"].some((name) => form.elements[name].value !== "");
      if (wished) {
        form.elements.trials.value = told.trials ? String(told.trials) : "";
        if (told.trials) form.dispatchEvent(new Event("lab:planned"));
      }
    }
    form.dispatchEvent(new CustomEvent("lab:counted", { detail: told.counted }));
    showFaults(told.errors);
    [...form.querySelectorAll("[data-variant]")].forEach((variant, number) => {
      const wrong = [...variant.querySelectorAll("[name]")].some((input) => input.name in told.errors);
      if (wrong) variant.querySelector("[data-preview]").hidden = true;
      else preview(variant, number);
    });
  } catch {
    place.textContent = "";
  }
}

const later = () => {
  asked += 1; // what is still on its way is about an older form
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
};
form.addEventListener("input", later);
form.addEventListener("change", later);
for (const id of ["variants", "add-variant"]) document.getElementById(id)?.addEventListener("click", later);
form.addEventListener("change", (event) => touched.add(event.target));
ask();
