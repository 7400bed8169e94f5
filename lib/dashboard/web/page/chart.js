/** Charts of measures over the session. */

import { $, element, picture, renderWhenChanged, setAttributes, setText } from "./dom.js";

const WIDTH = 400;
const HEIGHT = 100;
/** Least time on the axis, seconds: the first points are not stretched over the chart. */
const MIN_SECONDS = 60;

const UNITS = ["", "k", "M", "G", "T"];

function compact(value) {
  let rest = value;
  let unit = 0;
  while (rest >= 999.5 && unit < UNITS.length - 1) {
    rest /= 1000;
    unit++;
  }
  return rest.toFixed(rest < 9.95 && (unit > 0 || rest % 1 !== 0) ? 1 : 0) + UNITS[unit];
}

const FORMATS = {
  share: (value) => (value * 100).toFixed(value < 0.0995 ? 1 : 0) + "%",
  rate: (value) => compact(value) + "B/s",
  number: (value) => value.toFixed(value < 10 ? 2 : 0),
};

/** Returns the least of 1, 2, 5, 10, … that is not below the value. */
function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 5, 10].find((step) => step * power >= value);
}

/** UTC, as in logs and tables. */
const formatTime = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 19);

function createChart(title, count) {
  const svg = picture("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
  });
  const lines = Array.from(
    { length: count },
    (_, index) =>
      picture(
        "g",
        { class: index === 0 ? "first" : "second" },
        picture("path", { class: "area" }),
        picture("path", { class: "line" }),
      ),
  );
  svg.append(
    picture("path", { class: "grid", d: `M0,0H${WIDTH}M0,${HEIGHT / 2}H${WIDTH}` }),
    ...lines,
    picture("path", { class: "cursor" }),
  );
  const legend = element(
    "span",
    { className: "legend" },
    ...lines.map((line) =>
      element("span", { className: line.getAttribute("class") }, element("span"), element("strong"))
    ),
  );
  const plot = element("div", { className: "plot" }, svg, element("span", { className: "most" }));
  const times = element("div", { className: "times" }, element("span"), element("span"));
  const figure = element(
    "figure",
    { className: "chart" },
    element("figcaption", {}, element("span", {}, title), legend),
    plot,
    times,
  );
  plot.addEventListener("pointermove", (event) => point(figure, event));
  plot.addEventListener("pointerdown", (event) => point(figure, event));
  plot.addEventListener("pointerleave", () => point(figure, undefined));
  return figure;
}

/** Content of the charts, for the values at a pointer. */
const contents = new WeakMap();

/** Shows the values at a pointer, or the latest ones. */
function point(figure, event) {
  const content = contents.get(figure);
  content.at = event === undefined ? undefined : atPointer(figure, event, content.axis);
  renderLegend(figure, content);
}

function atPointer(figure, { clientX }, { times, start, end }) {
  const { left, width } = figure.querySelector(".plot").getBoundingClientRect();
  const time = start + (end - start) * Math.min(Math.max((clientX - left) / width, 0), 1);
  let nearest = times.length - 1;
  times.forEach((one, index) => {
    if (Math.abs(one - time) < Math.abs(times[nearest] - time)) nearest = index;
  });
  return times[nearest];
}

function renderLegend(figure, { chart, axis, at }) {
  const index = at === undefined ? -1 : axis.times.indexOf(at);
  const entries = figure.querySelector(".legend").children;
  chart.lines.forEach(({ name, text, values }, line) => {
    const [label, value] = entries[line].children;
    setText(label, name);
    const selected = values[index] ?? null;
    setText(value, index < 0 ? text : selected === null ? "-" : FORMATS[chart.unit](selected));
  });
  const x = index < 0 ? 0 : axis.x(at);
  figure.querySelector(".cursor").setAttribute("d", index < 0 ? "" : `M${x},0V${HEIGHT}`);
  const [from, to] = figure.querySelector(".times").children;
  setText(from, formatTime(axis.start));
  setText(to, index < 0 ? formatTime(axis.end) : "at " + formatTime(at));
}

function pathOf(values, axis, most) {
  let isOpen = false;
  return values.map((value, index) => {
    if (value === null) {
      isOpen = false;
      return "";
    }
    const command = isOpen ? "L" : "M";
    isOpen = true;
    const y = HEIGHT - Math.min(value / most, 1) * HEIGHT;
    const place = axis.x(axis.times[index]).toFixed(1) + "," + y.toFixed(1);
    // A single point is a line without length, whose ends are round.
    return command + place + (command === "M" ? "h0" : "");
  }).join("");
}

/** Closes each part of a line at the bottom. */
function areaOf(line) {
  return line.split(/(?=M)/).filter(Boolean).map((part) => {
    const points = part.match(/-?[\d.]+,-?[\d.]+/g);
    const [first] = points[0].split(",");
    const [last] = points.at(-1).split(",");
    return `${part}L${last},${HEIGHT}L${first},${HEIGHT}Z`;
  }).join("");
}

function describe({ title, unit, lines }, { start, end }) {
  const texts = lines.map(({ name, text, values }) => {
    const known = values.filter((value) => value !== null);
    const most = known.length === 0 ? "-" : FORMATS[unit](Math.max(...known));
    return `${name} ${text}, at most ${most}`;
  });
  return `${title}: ${texts.join("; ")}; from ${formatTime(start)} to ${formatTime(end)}`;
}

function renderChart(figure, chart, axis) {
  const { unit, max, lines } = chart;
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const most = max ?? roundUp(Math.max(...known, 0));
  contents.set(figure, { chart, axis, at: contents.get(figure)?.at });
  setText(figure.querySelector(".most"), FORMATS[unit](most));
  const groups = figure.querySelectorAll("svg g");
  lines.forEach(({ values }, index) => {
    const line = pathOf(values, axis, most);
    const [area, path] = groups[index].children;
    setAttributes(path, { d: line });
    setAttributes(area, { d: index === 0 ? areaOf(line) : "" });
  });
  setAttributes(figure.querySelector("svg"), { "aria-label": describe(chart, axis) });
  renderLegend(figure, contents.get(figure));
}

/** Renders charts; none for null. */
export function renderCharts(content) {
  const parent = $("charts");
  const charts = content === null || content.times.length === 0 ? [] : content.charts;
  renderWhenChanged(
    parent,
    charts.map(({ title, lines }) => [title, lines.length]),
    (keys) => keys.map(([title, count]) => createChart(title, count)),
  );
  if (charts.length === 0) return;
  const { times } = content;
  const end = times.at(-1);
  const start = Math.min(times[0], end - MIN_SECONDS);
  const axis = { times, start, end, x: (time) => WIDTH * (time - start) / (end - start) };
  charts.forEach((chart, index) => renderChart(parent.children[index], chart, axis));
}
