/** The choice of a resource type, and how many rows are shown. */

import { $, element, setText } from "./dom.js";
import { go, state } from "./state.js";

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

/** Renders the number of rows; nothing for null. */
export function renderResources(resources) {
  $("command").hidden = state.view !== "resources";
  if (state.view === "resources") {
    if ($("type") !== document.activeElement) $("type").value = state.type;
    loadTypes();
  }
  if (resources === null) {
    setText($("matches"), "");
    $("more").hidden = true;
    return;
  }
  const { table, matching, total, loading, problems } = resources;
  const count = table === null ? 0 : table.rows.length;
  const parts = [
    table === null && problems.length === 0 ? "loading …" : "",
    table === null
      ? ""
      : matching === total
      ? `${total} resources`
      : `${matching} of ${total} resources`,
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
    const type = $("type").value.trim();
    $("content").focus();
    if (type !== "") go({ view: "resources", type });
  });
  $("more").addEventListener("click", () => {
    go({ limit: String(2 * (Number(state.limit) || FIRST_ROWS)) });
  });
}
