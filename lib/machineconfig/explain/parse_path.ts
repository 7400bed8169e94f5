/**
 * Parses schema paths: `machine.kubelet.extraMounts`, `machine.network.interfaces[0].addresses`,
 * `NetworkRuleConfig.ingress`, and JSON pointers (`/machine/network/interfaces/0`).
 *
 * @module
 */

/** A path segment: a name, or a list item (`[0]`, `[]`, `[*]`, `-`). */
export type Segment = { readonly name: string } | { readonly item: true };

const ITEM: Segment = { item: true };

/** The first segment: bracketed, quoted, or plain up to a dot or bracket. */
const SEGMENT =
  /^(?:\[\s*(?:(\d*|\*|-)|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\]]*?))\s*\]|"([^"]*)"|([^.[]+))/;

function parsePointer(text: string): Segment[] {
  const names = text.slice(1).replace(/\/$/, "").split("/");
  return names
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((name) => /^(?:\d+|-)$/.test(name) ? ITEM : { name });
}

/** Parses a path into segments, or returns undefined for an invalid one (`a..b`, `a[`). */
export function parsePath(text: string): Segment[] | undefined {
  if (text.startsWith("/")) return text === "/" ? [] : parsePointer(text);
  const segments: Segment[] = [];
  let rest = text.startsWith(".") ? text.slice(1) : text;
  while (rest !== "") {
    const match = SEGMENT.exec(rest);
    if (!match) return undefined;
    const [all, index, double, single, bare, quoted, plain] = match;
    const name = double?.replaceAll(/\\(.)/g, "$1") ?? single ?? bare ?? quoted ?? plain;
    segments.push(
      index !== undefined || name === undefined || /^(?:\*|\d+)$/.test(name) ? ITEM : { name },
    );
    rest = rest.slice(all.length);
    // Shell completion leaves a trailing dot.
    if (rest.startsWith(".")) rest = rest.slice(1);
    else if (rest !== "" && !rest.startsWith("[")) return undefined;
  }
  return segments;
}
