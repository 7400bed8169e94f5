/**
 * Checks what concerns several nodes of a cluster file: their names, addresses and number.
 *
 * @module
 */
import type { Cursor } from "../machineconfig/validate/cursor.ts";
import { compareOsVersions, isNewerThanKnown, parseOsVersion } from "../os_versions/mod.ts";
import type { Report } from "../machineconfig/validate/report.ts";
import type { DeclaredNode } from "./types.ts";

/** A label of a host name (RFC 1123). */
const NODE_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** A node and where it is declared. */
export interface ResolvedNode {
  readonly node: DeclaredNode;
  readonly cursor: Cursor;
}

/** Checks what concerns several nodes. */
export function checkNodes(
  nodes: readonly ResolvedNode[],
  controlPlanes: Cursor,
  report: Report,
): void {
  const names = new Map<string, DeclaredNode>();
  const addresses = new Map<string, DeclaredNode>();
  const identities = new Map<string, DeclaredNode>();
  for (const { node, cursor } of nodes) {
    const name = cursor.at("name");
    if (name.isNonEmpty && (!NODE_NAME.test(node.name) || node.name.length > 253)) {
      report.error(name, "not a host name", "use lower-case letters, digits and dashes");
    }
    checkUnique(report, name, node, names);
    for (const address of cursor.at("addresses").items) {
      checkUnique(report, address, node, addresses);
    }
    for (const [, value] of cursor.at("identity").entries) {
      checkUnique(report, value, node, identities);
    }
  }
  checkVersions(nodes, report);
  const staying = nodes.filter(({ node }) => node.role === "controlplane" && !node.remove);
  if (!controlPlanes.isPresent) return;
  if (staying.length === 0) {
    report.error(controlPlanes, "no control plane node", 'add one to "nodes"');
  } else if (staying.length % 2 === 0) {
    report.warning(
      controlPlanes.at("nodes"),
      `${staying.length} control planes tolerate no more failures than ${staying.length - 1}`,
      "use an odd number",
    );
  }
}

/** What a file shows of the way to its versions, which depends on what the nodes run. */
function checkVersions(nodes: readonly ResolvedNode[], report: Report): void {
  const known = nodes.flatMap(({ node, cursor }) => {
    const version = parseOsVersion(node.osVersion);
    return version === undefined ? [] : [{ node, cursor, version }];
  }).toSorted((a, b) => compareOsVersions(a.version, b.version));
  const [oldest, newest] = [known[0], known.at(-1)];
  if (oldest === undefined || newest === undefined) return;
  if (isNewerThanKnown(newest.node.osVersion)) {
    report.warning(
      newest.cursor,
      `${newest.node.osVersion} is newer than the newest known release: its versions of Kubernetes ` +
        "and its configuration are not checked",
      "use a newer version of osctl",
    );
  }
  if (newest.version[1] - oldest.version[1] < 2) return;
  report.warning(
    newest.cursor,
    `${newest.node.osVersion} and ${oldest.node.osVersion} of ${oldest.node.name} are several minor ` +
      "versions apart",
    "upgrade one minor version at a time",
  );
}

function checkUnique(
  report: Report,
  cursor: Cursor,
  node: DeclaredNode,
  known: Map<string, DeclaredNode>,
): void {
  if (cursor.text === "") return;
  const first = known.get(cursor.text);
  if (first === undefined) known.set(cursor.text, node);
  else report.error(cursor, `already used by the node at ${first.origin}`);
}
