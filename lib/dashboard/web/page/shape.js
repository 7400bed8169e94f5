/** The cluster at a glance: nodes by zone and role, versions, etcd. */

import { $, element, renderWhenChanged } from "./dom.js";
import { hrefOf } from "./state.js";

const ROLES = { controlplane: "control plane", worker: "worker", unknown: "unknown role" };
/** Nodes from which on their texts are short. */
const MANY_NODES = 24;

function nodeLink({ node, name, role, state, isLeader, notes }) {
  const parts = [ROLES[role], state, ...isLeader ? ["etcd leader"] : [], ...notes];
  const className = `node ${state.replace(" ", "-")} ${role}${isLeader ? " leader" : ""}`;
  return element(
    "li",
    {},
    element(
      "a",
      { className, href: hrefOf({ view: "node", node }), title: parts.join(", ") },
      element("strong", {}, name),
      element("span", {}, parts.join(" · ")),
    ),
  );
}

function zoneSection({ name, nodes }, isOnly) {
  const title = name === "" ? "no zone" : "zone " + name;
  const list = element("ul", { "aria-label": isOnly ? "nodes" : title }, ...nodes.map(nodeLink));
  const heading = isOnly && name === "" ? [] : [element("h2", {}, title)];
  return element("div", { className: "zone" }, ...heading, list);
}

function versionText(versions) {
  if (versions.length === 0) return "…";
  if (versions.length === 1) return versions[0].name;
  return versions.map(({ name, count }) => `${name} (${count})`).join(", ");
}

function facts({ versions, kubernetesVersions, etcd, others }) {
  const entries = [
    ["Talos Linux", versionText(versions), versions.length > 1],
    ["Kubernetes", versionText(kubernetesVersions), kubernetesVersions.length > 1],
    ...etcd === "" ? [] : [["etcd", etcd, false]],
    ...others.length === 0 ? [] : [["Other members", others.join(", "), false]],
  ];
  return element(
    "dl",
    { className: "facts" },
    ...entries.map(([name, text, isMixed]) =>
      element(
        "div",
        {},
        element("dt", {}, name),
        element("dd", { className: isMixed ? "yellow" : "" }, text),
      )
    ),
  );
}

/** Renders the shape; nothing for null. */
export function renderShape(shape) {
  const parent = $("shape");
  parent.hidden = shape === null;
  if (shape === null) return;
  const { zones } = shape;
  const count = zones.reduce((sum, { nodes }) => sum + nodes.length, 0);
  parent.className = count > MANY_NODES ? "many" : "";
  const focused = parent.contains(document.activeElement)
    ? document.activeElement.getAttribute("href")
    : null;
  const isNew = renderWhenChanged(parent, shape, () => [
    facts(shape),
    element(
      "div",
      { className: "zones" },
      ...zones.map((zone) => zoneSection(zone, zones.length === 1)),
    ),
  ]);
  if (isNew && focused !== null) {
    [...parent.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)
      ?.focus({ preventScroll: true });
  }
}
