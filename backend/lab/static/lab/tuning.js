// The form of a search: of a whole number its bounds are asked for, of a choice its values.

const form = document.querySelector("form.queue");
const rules = [...form.querySelectorAll('select[name^="rule_"]')];
const ticks = [...form.querySelectorAll("[data-choices-of]")];

function show() {
  const chosen = new Set(rules.map((select) => select.value));
  for (const box of ticks) box.hidden = !chosen.has(box.dataset.choicesOf);
  for (const select of rules) {
    const bounded = select.value !== "" && !ticks.some((box) => box.dataset.choicesOf === select.value);
    for (const end of ["from", "to"]) {
      const input = form.elements[select.name.replace("rule", end)];
      input.closest(".field").hidden = !bounded;
      if (!bounded) input.value = "";
    }
  }
}

form.addEventListener("input", show, true);
window.addEventListener("pageshow", show);
show();
