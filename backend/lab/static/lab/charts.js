// Draws the charts whose specifications lie in the page. vega-embed's interpreter evaluates
// Vega's expressions (`ast`), so no code is made from text; its own style element would break
// the content security policy, so lab.css has those few rules.

const specs = JSON.parse(document.getElementById("chart-specs").textContent);

function fitted(spec, width) {
  const copy = structuredClone(spec);
  const columnWidth = copy.usermeta?.columnWidth;
  if (columnWidth) copy.columns = Math.max(1, Math.floor(width / columnWidth));
  copy.config.axisY = { labelLimit: Math.round(Math.min(320, width * 0.42)) };
  if (width < 600) Object.assign(copy.config.legend, { columns: 1, labelLimit: width - 90 });
  return copy;
}

async function draw(place) {
  const spec = specs[place.dataset.chart];
  if (!spec) return;
  const { view } = await window.vegaEmbed(place, fitted(spec, place.clientWidth), {
    mode: "vega-lite",
    ast: true,
    renderer: "svg",
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
    actions: { export: { svg: true, png: true }, source: false, compiled: false, editor: false },
    i18n: { SVG_ACTION: "Save as SVG", PNG_ACTION: "Save as PNG" },
    scaleFactor: { svg: 1, png: 2 },
    downloadFileName: place.dataset.file || "chart",
  });
  // The picture is made on mousedown; whoever comes by keyboard needs it too.
  for (const link of place.querySelectorAll(".vega-actions a")) {
    link.addEventListener("focus", () => link.dispatchEvent(new MouseEvent("mousedown", { cancelable: true })));
  }
  place.dataset.drawn = "yes";
  return view;
}

for (const place of document.querySelectorAll("[data-chart]")) {
  draw(place).catch((error) => {
    console.error(error);
    place.className = "chart-failed";
    place.textContent = "This chart could not be drawn; its numbers are in the table below.";
  });
}
