/** The choice of what a table shows, the number of its rows, and events over time. */

import { $, element, picture, renderLinks, renderWhenChanged, say, setText } from "./dom.js";
import { go, hrefOf, isBrowse, NETWORK_TABLES, state, VIEWS } from "./state.js";

/** Pause before another request for types that are not known yet, milliseconds. */
const RETRY_MS = 1000;

let hasTypes = false;

/** Requests the names of types for completion, until they are known. */
async function loadTypes() {
  if (hasTypes || state.view !== "resources") return;
  hasTypes = true;
  const types = await fetch("types.json").then((response) => response.ok ? response.json() : [])
    .catch(() => []);
  hasTypes = types.length > 0;
  if (!hasTypes) return setTimeout(loadTypes, RETRY_MS);
  const views = VIEWS.map(([name, label]) => element("option", { value: name }, label + " (view)"));
  $("types").replaceChildren(
    ...types.map(({ name, type }) => element("option", { value: name }, type)),
    ...views,
    element("option", { value: "diff" }, "differences of two nodes' configurations"),
  );
}

const LABELS = { resources: "Resources", logs: "Services and nodes" };
const PLACEHOLDERS = {
  resources: "all types; or links worker-1 -l app=web",
  logs: "apid kubelet worker-1",
};

/** Renders the path of a folder as links. */
function renderPath() {
  const isFiles = state.view === "files";
  $("path").hidden = !isFiles;
  if (!isFiles) return;
  const names = state.path.split("/").filter((name) => name !== "");
  const paths = ["/", ...names.map((_, index) => "/" + names.slice(0, index + 1).join("/"))];
  renderWhenChanged($("path"), paths, () =>
    paths.map((path, index) =>
      element(
        "a",
        {
          href: hrefOf({ path }),
          ...index === paths.length - 1 ? { "aria-current": "page" } : {},
        },
        index === 0 ? "/" : names[index - 1],
      )
    ));
}

function formatSpan(seconds) {
  if (seconds < 3600) return Math.ceil(seconds / 60) + " min";
  return seconds < 172_800 ? Math.ceil(seconds / 3600) + " h" : Math.ceil(seconds / 86_400) + " d";
}

/** Renders numbers of events over time. */
function renderTimeLine(timeLine) {
  const parent = $("time-line");
  const isEmpty = timeLine === null || timeLine.counts.every((count) => count === 0);
  parent.hidden = isEmpty;
  if (isEmpty) return;
  const { counts, seconds } = timeLine;
  const most = Math.max(...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const span = formatSpan(seconds * counts.length);
  renderWhenChanged(parent, timeLine, () => [
    picture(
      "svg",
      {
        viewBox: `0 0 ${counts.length * 10} 40`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `${total} events in ${span}, at most ${most} in ${seconds} s`,
      },
      ...counts.map((count, index) => {
        const height = count === 0 ? 0 : Math.max(38 * count / most, 2);
        return picture("rect", { x: index * 10 + 1, y: 40 - height, width: 8, height });
      }),
    ),
    element(
      "div",
      { className: "times" },
      element("span", {}, span + " ago"),
      element("span", {}, `at most ${most} in ${seconds} s`),
      element("span", {}, "now"),
    ),
  ]);
}

/** Renders the choice and the number of rows; nothing for null. */
export function renderRows(rows, hasLog) {
  $("command").hidden = !isBrowse();
  renderPath();
  $("network-tables").hidden = state.view !== "network";
  renderLinks(
    $("network-tables"),
    NETWORK_TABLES,
    state.table,
    (table) => hrefOf({ table, line: state.line }),
  );
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
  renderTimeLine(rows?.timeLine ?? null);
  document.dispatchEvent(new CustomEvent("rows", { detail: rows }));
  const empty = $("empty");
  empty.hidden = true;
  $("columns").hidden = false;
  if (rows === null) return setText($("matches"), "");
  const noun = { type: "types", resource: "resources", config: "resources" }[rows.kind] ?? "rows";
  const { table, matching, total, loading, problems } = rows;
  const count = table === null ? 0 : table.rows.length;
  const parts = [
    table === null
      ? ""
      : matching !== total
      ? `${matching} of ${total} ${noun}`
      : total === 1
      ? `1 ${noun.slice(0, -1)}`
      : `${total} ${noun}`,
    count < matching ? `the first ${count} are shown` : "",
    table !== null && loading > 0 ? `waiting for ${loading} node${loading === 1 ? "" : "s"}` : "",
  ];
  setText($("matches"), parts.filter(Boolean).join(", "));
  const text = table === null
    ? problems.length === 0 && !hasLog ? "Loading …" : ""
    : count > 0
    ? ""
    : total > 0
    ? `No row matches the filter.`
    : loading > 0
    ? `Waiting for ${loading} node${loading === 1 ? "" : "s"} …`
    : problems.length > 0
    ? `No ${noun} received.`
    : `No ${noun} here.`;
  empty.hidden = text === "";
  $("columns").hidden = text !== "" && state.row === "";
  setText(empty, text);
}

/** Runs a line such as `links worker-1`, `logs apid` or `diff worker-1 worker-2`. */
function run(line, data) {
  const [name = "", ...words] = line.split(/\s+/);
  if (name === "diff") return openDiff(words, data);
  const view = VIEWS.find(([one]) => one === name.toLowerCase())?.[0];
  if (view === undefined || view === "resources") {
    return go({ view: "resources", type: view === undefined ? line : words.join(" ") });
  }
  const path = view === "files" ? words.find((word) => word.startsWith("/")) : undefined;
  const rest = words.filter((word) => word !== path).join(" ");
  go({ view, line: rest, ...path === undefined ? {} : { path } });
}

function openDiff(words, { nodes }) {
  const found = words.map((word) =>
    nodes.find(({ node, name }) => node === word || name === word || name.endsWith("-" + word))
  );
  const missing = words[found.indexOf(undefined)];
  if (missing !== undefined) return say(`unknown node "${missing}"`);
  if (found.length < 2) return say("name two nodes, such as diff worker-1 worker-2");
  const row = found.map(({ node }) => node + " v1alpha1").join("\n");
  go({ view: "resources", type: "machineconfigs", row, document: "diff" });
}

/** Handles the choice. */
export function listenToRows(dataOf) {
  $("command").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = $("type").value.trim();
    $("content").focus();
    if (state.view === "resources") run(line, dataOf());
    else go({ line });
  });
}
