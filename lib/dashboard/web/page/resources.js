/** The choice of a resource type, and how many rows are shown. */

import { $, element, setText } from "./dom.js";
import { go, isBrowse, state } from "./state.js";

/** Pause before another request for types that are not known yet, milliseconds. */
const RETRY_MS = 1000;
const FIRST_ROWS = 200;

let hasTypes = false;

/** Requests the names of types for completion, until they are known. */
async function loadTypes() {
  if (hasTypes || state.view !== "resources") return;
  hasTypes = true;
  const response = await fetch("types.json");
  const types = response.ok ? await response.json() : [];
  hasTypes = types.length > 0;
  if (!hasTypes) return setTimeout(loadTypes, RETRY_MS);
  $("types").replaceChildren(
    ...types.map(({ name, type }) => element("option", { value: name }, type)),
  );
}

const LABELS = { resources: "Resources", logs: "Services and nodes" };
const PLACEHOLDERS = { resources: "links worker-1 -l app=web", logs: "apid kubelet worker-1" };

/** Renders the choice and the number of rows; nothing for null. */
export function renderResources(resources, hasLog) {
  $("command").hidden = !isBrowse();
  if (isBrowse()) {
    setText($("type-label"), LABELS[state.view] ?? "Nodes");
    $("type").placeholder = PLACEHOLDERS[state.view] ?? "all nodes";
    const isOfResources = state.view === "resources";
    if ($("type") !== document.activeElement) {
      $("type").value = isOfResources ? state.type : state.line;
    }
    if (isOfResources) $("type").setAttribute("list", "types");
    else $("type").removeAttribute("list");
    loadTypes();
  }
  if (resources === null) {
    setText($("matches"), "");
    $("more").hidden = true;
    return;
  }
  const noun = state.view === "resources" ? "resources" : "rows";
  const { table, matching, total, loading, problems } = resources;
  const count = table === null ? 0 : table.rows.length;
  const parts = [
    table === null && problems.length === 0 && !hasLog ? "loading …" : "",
    table === null
      ? ""
      : matching === total
      ? `${total} ${noun}`
      : `${matching} of ${total} ${noun}`,
    count < matching ? `the first ${count} are shown` : "",
    table !== null && loading > 0 ? `waiting for ${loading} node${loading === 1 ? "" : "s"}` : "",
  ];
  setText($("matches"), parts.filter(Boolean).join(", "));
  $("more").hidden = count >= matching;
}

/** Handles the choice. */
export function listenToResources() {
  $("command").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = $("type").value.trim();
    $("content").focus();
    if (state.view !== "resources") go({ line });
    else if (line !== "") go({ type: line });
  });
  $("more").addEventListener("click", () => {
    go({ limit: String(2 * (Number(state.limit) || FIRST_ROWS)) });
  });
}
