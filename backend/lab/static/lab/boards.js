// Picking stored puzzles: the text field holds their ids, everything else here follows it.

const form = document.querySelector("form.queue");
const panel = document.getElementById("fixed-boards");
const text = form.elements.puzzles;
const chosen = document.getElementById("chosen-boards");
const search = document.getElementById("find-board");
const picks = [...panel.querySelectorAll("[data-puzzle]")];
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

const ids = () => [...new Set((text.value.match(ID) ?? []).map((id) => id.toLowerCase()))];

function toggle(id) {
  const now = ids();
  const wanted = now.includes(id) ? now.filter((one) => one !== id) : [...now, id];
  text.value = wanted.join("\n");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

function picture(id, number) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const image = document.createElement("img");
  button.type = "button";
  button.title = "Take it out";
  image.src = panel.dataset.picture.replace(panel.dataset.nobody, id);
  image.alt = `Board ${number}`;
  image.width = image.height = 84;
  image.onerror = () => image.remove();
  button.append(image, `Board ${number} ×`);
  button.addEventListener("click", () => toggle(id));
  item.append(button);
  return item;
}

function refresh() {
  panel.hidden = form.elements.boards.value !== "fixed";
  const now = ids();
  const key = now.join();
  if (chosen.dataset.key !== key) {
    chosen.dataset.key = key;
    chosen.replaceChildren(...now.map((id, at) => picture(id, at + 1)));
  }
  for (const pick of picks) pick.setAttribute("aria-pressed", String(now.includes(pick.dataset.puzzle)));
}

function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const pick of picks) {
    const told = pick.textContent.toLowerCase();
    const fits = words.every((word) => told.includes(word));
    pick.parentElement.hidden = !fits;
    found += fits ? 1 : 0;
  }
  document.getElementById("no-board").hidden = found > 0;
}

for (const pick of picks) pick.addEventListener("click", () => toggle(pick.dataset.puzzle));
search?.addEventListener("input", (event) => {
  event.stopPropagation(); // it is no part of the form
  find();
});
form.addEventListener("input", refresh);
form.addEventListener("change", refresh);
refresh();
