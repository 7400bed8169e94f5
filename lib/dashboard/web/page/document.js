/** A text about a resource, whose sections can be folded. */

import { $, element, renderLinks, renderWhenChanged, setText } from "./dom.js";
import { go, hrefOf, state } from "./state.js";

const DOCUMENTS = [["describe", "Describe"], ["yaml", "YAML"]];

/** Creates the lines from `start` up to `end`; a line with others below it can be folded. */
function createLines({ lines, ends }, start, end) {
  const made = [];
  for (let index = start; index < end; index = ends[index]) {
    const text = lines[index];
    made.push(
      ends[index] > index + 1
        ? element(
          "details",
          { open: true },
          element("summary", {}, text),
          ...createLines({ lines, ends }, index + 1, ends[index]),
        )
        : element("div", { className: "line" }, text === "" ? "\u00a0" : text),
    );
  }
  return made;
}

let isOpen = false;

/** Renders the text; nothing for null. */
export function renderDocument(content) {
  $("document").hidden = content === null;
  $("columns").className = content === null ? "" : "split";
  if (content === null) {
    isOpen = false;
    return;
  }
  setText($("document-title"), content.title);
  renderLinks($("documents"), DOCUMENTS, state.document, (name) => hrefOf({ document: name }));
  const text = $("text");
  const folded = new Set([...text.querySelectorAll("details:not([open]) > summary")]
    .map((summary) => summary.textContent));
  if (renderWhenChanged(text, content, () => createLines(content, 0, content.lines.length))) {
    for (const details of text.querySelectorAll("details")) {
      if (folded.has(details.firstChild.textContent)) details.open = false;
    }
  }
  if (!isOpen) {
    isOpen = true;
    // On a narrow screen the text is above the rows.
    $("document-title").focus();
  }
}

/** Returns to the rows. */
export function closeDocument() {
  const row = document.querySelector('tr[aria-current="true"]');
  go({ row: "" });
  row?.focus();
}

function foldAll(isOpened) {
  for (const details of $("text").querySelectorAll("details")) details.open = isOpened;
}

$("unfold").addEventListener("click", () => foldAll(true));
$("fold").addEventListener("click", () => foldAll(false));
$("close").addEventListener("click", closeDocument);
