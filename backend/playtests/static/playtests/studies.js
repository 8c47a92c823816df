// The form of a study: add and remove arms, say in what each one differs from the first.

const form = document.querySelector("form[data-study]");
const list = document.getElementById("arms");
const template = document.getElementById("new-arm");
const total = form.querySelector('[name$="-TOTAL_FORMS"]');
const prefix = total.name.replace(/-TOTAL_FORMS$/, "");
const most = Number(form.dataset.most);

const arms = () => [...list.querySelectorAll("[data-arm]")];
const part = (arm, name) => arm.querySelector(`[data-part="${name}"]`);
const rules = (arm) => [...arm.querySelectorAll('[data-part^="rule_"]')];
const value = (input) => (input.type === "checkbox" ? String(input.checked) : input.value.trim());
const label = (input) => input.closest(".field").querySelector("label").textContent.trim();

function words(input) {
  if (input.type === "checkbox") return input.checked ? "yes" : "no";
  if (input.tagName === "SELECT") return input.selectedOptions[0]?.textContent ?? "";
  return value(input);
}

// The number of an arm stands in the names and ids of its fields.
function renumber() {
  const pattern = new RegExp(`${prefix}-(\\d+|__prefix__)-`, "g");
  arms().forEach((arm, number) => {
    for (const element of arm.querySelectorAll("*")) {
      for (const name of ["name", "id", "for", "aria-describedby"]) {
        const old = element.getAttribute(name);
        if (old) element.setAttribute(name, old.replace(pattern, `${prefix}-${number}-`));
      }
    }
    arm.querySelector("[data-role]").textContent = `Arm ${number + 1}`;
    arm.querySelector("[data-remove]").hidden = arms().length === 1;
  });
  total.value = String(arms().length);
  document.getElementById("add-arm").disabled = arms().length >= most;
}

function compare() {
  const [first, ...others] = arms();
  first.querySelector("[data-difference]").textContent = "";
  for (const input of rules(first)) input.closest(".field").classList.remove("changed");
  for (const arm of others) {
    const found = [];
    for (const input of rules(arm)) {
      const before = part(first, input.dataset.part);
      const differs = value(before) !== value(input);
      input.closest(".field").classList.toggle("changed", differs);
      if (differs) found.push(`${label(input)} ${words(before)} → ${words(input)}`);
    }
    const line = arm.querySelector("[data-difference]");
    if (value(part(arm, "puzzles")) || value(part(first, "puzzles"))) {
      line.textContent = "Stored puzzles bring their own rules.";
    } else if (found.length === 0) {
      line.textContent = "The same rules as arm 1 so far: change something.";
    } else {
      line.textContent = `Against arm 1: ${found.join(", ")}`;
      if (found.length > 1) {
        const badge = document.createElement("span");
        badge.className = "badge badge-warn";
        badge.textContent = `${found.length} things at once`;
        line.append(" ", badge);
      }
    }
  }
}

function refresh() {
  renumber();
  compare();
}

document.getElementById("add-arm").addEventListener("click", () => {
  const first = arms()[0];
  list.append(template.content.cloneNode(true));
  const added = arms().at(-1);
  for (const input of [part(added, "fresh"), ...rules(added)]) {
    const from = part(first, input.dataset.part);
    if (input.type === "checkbox") input.checked = from.checked;
    else input.value = from.value;
  }
  refresh();
  part(added, "title").focus();
});

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-remove]");
  if (!button) return;
  button.closest("[data-arm]").remove();
  refresh();
  document.getElementById("add-arm").focus();
});

form.addEventListener("input", compare);
form.addEventListener("submit", () => {
  form.querySelector('button[type="submit"]').disabled = true; // a second click would make two
});
window.addEventListener("pageshow", () => {
  form.querySelector('button[type="submit"]').disabled = false;
});

refresh();
