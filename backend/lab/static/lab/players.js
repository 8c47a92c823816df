// Of each simulated player only the parameters of the chosen policy are shown.

const form = document.querySelector("form.queue");
form.classList.add("scripted");

function show() {
  for (const input of form.querySelectorAll("[data-of]")) {
    const chosen = input.closest(".player").querySelector("select").value;
    input.closest(".field").hidden = input.dataset.for !== chosen;
  }
}

// Before anybody else looks at the form.
form.addEventListener("input", show, true);
form.addEventListener("lab:players", show);
show();
