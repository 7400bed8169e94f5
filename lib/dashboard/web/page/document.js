/** A text about rows, whose sections can be folded, and what depends on a resource. */

import {
  $,
  copy,
  element,
  findNext,
  renderLinks,
  renderWhenChanged,
  save,
  saveText,
  say,
  setText,
  showFound,
} from "./dom.js";
import { downloadHref, go, hrefOf, state } from "./state.js";

const DOCUMENTS = [["describe", "Describe"], ["yaml", "YAML"], ["uses", "Uses"]];

function lineClass(text, isDiff) {
  if (!isDiff) return "line";
  if (/^(---|\+\+\+) /.test(text)) return "line head";
  if (text.startsWith("@@")) return "line hunk";
  return text.startsWith("+") ? "line green" : text.startsWith("-") ? "line red" : "line";
}

/** Creates the lines from `start` up to `end`; a line with others below it can be folded. */
function createLines({ lines, ends, isDiff }, start, end) {
  const made = [];
  for (let index = start; index < end; index = ends[index]) {
    const text = lines[index];
    made.push(
      ends[index] > index + 1
        ? element(
          "details",
          { open: true },
          element("summary", {}, text),
          ...createLines({ lines, ends, isDiff }, index + 1, ends[index]),
        )
        : element("div", { className: lineClass(text, isDiff) }, text === "" ? "\u00a0" : text),
    );
  }
  return made;
}

function typeLink({ type, id, line }) {
  const name = type.split(".")[0] + (id === "" ? "" : " " + id);
  return element("a", { href: hrefOf({ view: "resources", type: line }), title: type }, name);
}

/** Creates a list of controllers, each with what it writes. */
function controllerList(title, controllers) {
  const items = controllers.map(({ use, outputs }) =>
    element(
      "li",
      {},
      element("strong", {}, use.controller),
      use.relation === "cleaned up by" ? " (cleans up)" : "",
      ...outputs.length === 0 ? [] : [
        element(
          "ul",
          { "aria-label": "writes" },
          ...outputs.map((output) => element("li", {}, typeLink(output))),
        ),
      ],
    )
  );
  const list = items.length === 0
    ? element("p", { className: "faint" }, "no controller")
    : element("ul", { className: "controllers" }, ...items);
  return element("section", {}, element("h3", {}, title), list);
}

function createUses({ title, uses }) {
  const writers = [];
  const readers = [];
  for (const use of uses) {
    if (use.depth > 0) readers.at(-1)?.outputs.push(use);
    else (use.relation === "written by" ? writers : readers).push({ use, outputs: [] });
  }
  return [element(
    "div",
    { className: "uses" },
    controllerList("Written by", writers),
    element("p", { className: "subject" }, title),
    controllerList("Read by, which write", readers),
  )];
}

let shown = null;
let found = -1;

/** Renders the text; nothing for null. */
export function renderDocument(content, kind) {
  const isNew = shown === null;
  shown = content;
  $("document").hidden = content === null;
  $("columns").className = content === null ? "" : "split";
  if (content === null) return;
  setText($("document-title"), content.title);
  setText($("note"), content.note);
  const isOfResource = ["resource", "config", "type"].includes(kind) && state.document !== "diff";
  renderLinks(
    $("documents"),
    isOfResource ? DOCUMENTS : [],
    state.document,
    (name) => hrefOf({ document: name }),
  );
  const hasText = content.uses === null;
  const hasFolds = hasText && content.ends.some((end, index) => end > index + 1);
  for (const id of ["unfold", "fold"]) $(id).hidden = !hasFolds;
  $("text-tools").hidden = !hasText;
  $("file-download").hidden = state.view !== "files";
  const text = $("text");
  const folded = new Set([...text.querySelectorAll("details:not([open]) > summary")]
    .map((summary) => summary.textContent));
  const create = () =>
    hasText ? createLines(content, 0, content.lines.length) : createUses(content);
  if (renderWhenChanged(text, [content.lines, content.uses], create)) {
    found = -1;
    for (const details of text.querySelectorAll("details")) {
      if (folded.has(details.firstChild.textContent)) details.open = false;
    }
  }
  if (isNew) {
    // On a narrow screen the text is above the rows.
    $("document-title").focus();
  }
}

/** Returns to the rows. */
export function closeDocument() {
  const row = document.querySelector('tr[aria-current="true"]');
  go({ row: "", document: "describe" });
  row?.focus();
}

function foldAll(isOpened) {
  for (const details of $("text").querySelectorAll("details")) details.open = isOpened;
}

function search(step) {
  const lines = [...$("text").querySelectorAll(".line, summary")];
  found = findNext(lines, $("text-search").value, found, step);
  if (found < 0 && $("text-search").value !== "") say("no line matches");
  showFound($("text"), lines[found]);
}

/** What the keys of texts do. */
export const TEXT_ACTIONS = {
  search: () => $("text-search").focus(),
  "next-match": () => search(1),
  "previous-match": () => search(-1),
  fold(_data, { target }) {
    const details = target.closest?.("details") ?? $("text").querySelector("details");
    if (details) details.open = !details.open;
  },
  "fold-all": () => foldAll(false),
  "unfold-all": () => foldAll(true),
  wrap() {
    $("text-wrap").checked = $("text").classList.toggle("wrap");
  },
  copy: () => copy(shown.lines.join("\n"), "the text"),
  save: () => saveText(shown.lines.join("\n") + "\n", shown.fileName),
};

/** Downloads the file of a row, or of the open text. */
export function downloadFile(id) {
  const row = id ?? state.row;
  if (!row.includes(" /")) return say("select a file first");
  save(downloadHref({ what: "file", row }), row.split("/").at(-1));
}

/** Handles the buttons. */
export function listenToDocument() {
  $("unfold").addEventListener("click", () => foldAll(true));
  $("fold").addEventListener("click", () => foldAll(false));
  $("close").addEventListener("click", closeDocument);
  $("text-search").addEventListener("input", () => {
    found = -1;
    search(1);
  });
  $("text-wrap").addEventListener("change", TEXT_ACTIONS.wrap);
  $("file-download").addEventListener("click", () => downloadFile(undefined));
  for (const name of ["previous-match", "next-match", "copy", "save"]) {
    $("text-" + name).addEventListener("click", TEXT_ACTIONS[name]);
  }
}
