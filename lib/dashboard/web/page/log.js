/** Lines of logs: followed, searched, wrapped. */

import { $, copy, element, findNext, renderOptions, save, say, setText, showFound } from "./dom.js";
import { downloadHref, go, isBrowse, replace, state } from "./state.js";

const LEVELS = { error: "red", warning: "yellow", debug: "faint" };

let shown = [];
let names = [];
let isFollowing = true;
let hasNames = true;

function nameOf(name) {
  return hasNames && names.length > 0 ? names[name] + "  " : "";
}

function createLine([text, level, name]) {
  const prefix = nameOf(name);
  const parts = prefix === "" ? [] : [
    element("span", { className: "source source-" + name % 6 }, prefix),
  ];
  return element("span", { className: LEVELS[level] ?? "" }, ...parts, text + "\n");
}

/** Lines that stay keep their elements: a selection of text survives. */
function renderLines(lines, isSame) {
  const parent = $("lines");
  const start = isSame && shown.length > 0 ? shown.indexOf(lines[0]) : -1;
  const rest = start < 0 ? 0 : shown.length - start;
  const isLonger = start >= 0 && rest <= lines.length &&
    shown.slice(start).every((line, index) => line === lines[index]);
  if (isLonger) {
    for (let index = 0; index < start; index++) parent.firstChild.remove();
    parent.append(...lines.slice(rest).map(createLine));
  } else parent.replaceChildren(...lines.map(createLine));
  shown = lines;
}

let key = "";

/** Renders a log; nothing for null. */
export function renderLog(log) {
  $("log").hidden = log === null;
  if (log === null) {
    shown = [];
    key = "";
    return;
  }
  // Logs of other views have a title instead of a choice.
  const isOfNode = log.sources.length > 0;
  $("source-label").hidden = !isOfNode;
  for (const id of ["lines-label", "range-label"]) $(id).hidden = isOfNode;
  $("names-label").hidden = log.names.length === 0;
  setText($("log-title"), log.title);
  renderOptions($("source"), log.sources.map((source) => [source, source]), log.source);
  for (const [id, value] of [["line-filter", state.lines], ["range", state.range]]) {
    if ($(id) !== document.activeElement) $(id).value = value;
  }
  const { lines } = log;
  const nextKey = JSON.stringify([log.title, log.source, log.names, hasNames]);
  names = log.names;
  if (lines !== shown || nextKey !== key) {
    renderLines(lines, nextKey === key);
    key = nextKey;
    if (isFollowing) $("lines").scrollTop = $("lines").scrollHeight;
  }
  const isFiltered = state.lines !== "" || state.range !== "";
  const texts = [
    lines.length < log.matching ? `the latest ${lines.length} of ${log.matching} lines` : "",
    lines.length === 0 && log.problems.length === 0
      ? isFiltered ? "no line matches" : "no lines yet"
      : "",
    ...log.problems,
  ];
  setText($("log-state"), texts.filter(Boolean).join("; "));
  $("log-state").className = log.problems.length > 0 ? "red" : "faint";
  $("follow").checked = isFollowing;
}

let rerender = () => {};

function setFollowing(on) {
  isFollowing = on;
  $("follow").checked = on;
  if (on) $("lines").scrollTop = $("lines").scrollHeight;
}

let found = -1;

/** Moves to the next match of the search, or the one before. */
export function searchLog(step) {
  const lines = [...$("lines").children];
  found = findNext(lines, $("search").value, found, step);
  if (found < 0 && $("search").value !== "") say("no line matches");
  if (found >= 0) setFollowing(false);
  showFound($("lines"), lines[found]);
}

/** What the keys of logs do. */
export const LOG_ACTIONS = {
  follow: () => setFollowing(!isFollowing),
  search: () => $("search").focus(),
  "next-match": () => searchLog(1),
  "previous-match": () => searchLog(-1),
  filter: () => $("line-filter").focus(),
  range: () => $("range").focus(),
  prefix() {
    hasNames = !hasNames;
    $("names").checked = hasNames;
    rerender();
  },
  wrap() {
    const isWrapped = $("lines").classList.toggle("wrap");
    $("wrap").checked = isWrapped;
  },
  copy() {
    const line = $("lines").querySelector(".found") ?? $("lines").lastChild;
    if (line === null) return say("no line to copy");
    copy(line.textContent.trimEnd(), "the line");
  },
  save() {
    if (isBrowse()) return save(downloadHref({ what: "log" }), "logs.txt");
    const text = shown.map(([line]) => line + "\n").join("");
    const blob = URL.createObjectURL(new Blob([text]));
    save(blob, state.log + ".log");
    setTimeout(() => URL.revokeObjectURL(blob), 1000);
  },
};

/** Time without input after which the program selects lines, milliseconds. */
const TYPING_MS = 200;

/** Handles the buttons and inputs of the log. */
export function listenToLog(render, changed) {
  rerender = render;
  let typing = 0;
  for (const [id, name] of [["line-filter", "lines"], ["range", "range"]]) {
    $(id).addEventListener("input", () => {
      replace({ [name]: $(id).value });
      clearTimeout(typing);
      typing = setTimeout(changed, TYPING_MS);
    });
  }
  $("source").addEventListener("change", () => go({ log: $("source").value }));
  $("search").addEventListener("input", () => {
    found = -1;
    searchLog(1);
  });
  $("follow").addEventListener("change", () => setFollowing($("follow").checked));
  $("names").addEventListener("change", LOG_ACTIONS.prefix);
  $("wrap").addEventListener("change", LOG_ACTIONS.wrap);
  for (const name of ["previous-match", "next-match", "copy", "save"]) {
    $("log-" + name).addEventListener("click", LOG_ACTIONS[name]);
  }
  const lines = $("lines");
  lines.addEventListener("scroll", () => {
    const isAtEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 8;
    if (isAtEnd !== isFollowing) {
      isFollowing = isAtEnd;
      $("follow").checked = isAtEnd;
    }
  });
}
