// Steps through a board's pictures: slider, list and buttons show the same step.

// Scrolls the list, never the page: `scrollIntoView` would move both.
function keepInSight(link) {
  const list = link.closest("ol");
  const row = link.parentElement.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (row.top < frame.top || row.bottom > frame.bottom) {
    list.scrollTop += row.top - frame.top - (list.clientHeight - row.height) / 2;
  }
}

function setUp(stepper) {
  const picture = stepper.querySelector(".board img");
  const slider = stepper.querySelector('input[type="range"]');
  const links = new Map(
    [...stepper.querySelectorAll("a[data-step]")].map((link) => [Number(link.dataset.step), link]),
  );
  const buttons = [...stepper.querySelectorAll("a[data-move]")];
  const last = Number(slider.max);
  let shown = Number(slider.value);

  function frame(step) {
    return stepper.dataset.frames + step;
  }

  function show(wanted) {
    shown = Math.min(Math.max(wanted, 0), last);
    const link = links.get(shown);
    const text = link.querySelector(".text").textContent;
    picture.src = frame(shown);
    picture.alt = `The board after step ${shown}: ${text}`;
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", `Step ${shown}: ${text}`);
    stepper.querySelector('[data-shown="number"]').textContent = String(shown);
    stepper.querySelector('[data-shown="text"]').textContent = text;
    for (const [step, other] of links) {
      if (step === shown) other.setAttribute("aria-current", "step");
      else other.removeAttribute("aria-current");
    }
    keepInSight(link);
    for (const button of buttons) {
      const target = Math.min(Math.max(shown + Number(button.dataset.move), 0), last);
      button.href = stepper.dataset.pages + target;
    }
    history.replaceState(null, "", stepper.dataset.pages + shown);
    for (const step of [shown + 1, shown - 1]) {
      if (step >= 0 && step <= last) new Image().src = frame(step);
    }
  }

  keepInSight(links.get(shown));
  slider.addEventListener("input", () => show(Number(slider.value)));
  stepper.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step], a[data-move]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.dataset.step !== undefined ? Number(link.dataset.step) : shown + Number(link.dataset.move));
  });
}

for (const stepper of document.querySelectorAll(".stepper")) setUp(stepper);
