/** The parts of the view of a node that are neither tables nor charts. */

import { $, element, renderLinks, renderOptions, renderWhenChanged, setText } from "./dom.js";
import { go, hrefOf, PANES, state } from "./state.js";

function fieldList(fields) {
  return element(
    "dl",
    {},
    ...fields.flatMap(({ name, value, isGood }) => [
      element("dt", {}, name),
      element("dd", { className: isGood === undefined ? "" : isGood ? "green" : "red" }, value),
    ]),
  );
}

/** Returns the colour of a line's level. */
function levelOf(line) {
  if (/\b(error|err|fatal|panic|crit|alert|emerg|fail(ed|ure)?)\b/i.test(line)) return "red";
  return /\b(warn|warning)\b/i.test(line) ? "yellow" : "";
}

function renderLog(log) {
  $("log").hidden = log === null;
  if (log === null) return;
  // Logs of other views have a title instead of a choice.
  $("source-label").hidden = log.sources.length === 0;
  setText($("log-title"), log.sources.length === 0 ? "Log of " + log.source : "Log");
  renderOptions($("source"), log.sources.map((source) => [source, source]), log.source);
  const lines = $("lines");
  const isAtEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 5;
  const search = $("search").value.toLowerCase();
  const matching = search === ""
    ? log.lines
    : log.lines.filter((line) => line.toLowerCase().includes(search));
  const empty = log.lines.length === 0 ? "no lines yet" : "no line matches";
  renderWhenChanged(
    lines,
    log.problem === null ? matching.length > 0 ? matching : [empty] : [log.problem],
    (texts) => texts.map((text) => element("span", { className: levelOf(text) }, text + "\n")),
  );
  if (isAtEnd) lines.scrollTop = lines.scrollHeight;
}

/** Renders the choice of nodes and panes, the summary and the log. */
export function renderNode({ nodes, node, fields, log }, isCurrent) {
  const isNode = state.view === "node";
  $("bar").hidden = !isNode;
  if (isNode) {
    const current = state.node === "" ? node : state.node;
    renderOptions($("node"), nodes.map((one) => [one.node, one.name]), current);
    renderLinks($("panes"), PANES, state.pane, (pane) => hrefOf({ pane }));
  }
  renderWhenChanged($("fields"), isCurrent ? fields : [], (groups) => groups.map(fieldList));
  renderLog(isCurrent ? log : null);
}

/** Handles the choices. */
export function listenToNode(render) {
  $("node").addEventListener("change", () => go({ node: $("node").value, log: "kernel" }));
  $("source").addEventListener("change", () => go({ log: $("source").value }));
  $("search").addEventListener("input", render);
  $("wrap").addEventListener(
    "change",
    () => $("lines").classList.toggle("wrap", $("wrap").checked),
  );
}
