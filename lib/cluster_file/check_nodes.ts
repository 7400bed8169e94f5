/**
 * Checks what concerns several nodes of a cluster file: their names, addresses and number.
 *
 * @module
 */
import type { Cursor } from "../machineconfig/validate/cursor.ts";
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
