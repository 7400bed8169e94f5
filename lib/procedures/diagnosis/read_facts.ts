/**
 * Questions that rules put to facts.
 *
 * @module
 */
import { compareOsVersions, parseOsVersion } from "../../os_versions/mod.ts";
import type {
  Facts,
  Json,
  KubeObject,
  LogLine,
  NodeFacts,
  ResourceFact,
  ServiceFact,
} from "./facts.ts";
import type { Evidence } from "./types.ts";

/** Returns the nodes that were read. */
export function readNodes({ nodes }: Facts): readonly NodeFacts[] {
  return nodes.filter(({ unreachable }) => unreachable === undefined);
}

/** Returns the control plane nodes that were read. */
export function controlPlanes(facts: Facts): readonly NodeFacts[] {
  return readNodes(facts).filter(({ type }) => type === "controlplane");
}

export function serviceOf(node: NodeFacts, id: string): ServiceFact | undefined {
  return node.services.find((service) => service.id === id);
}

/** Reports whether a service runs, and is healthy if it has a health check. */
export function isWorking(node: NodeFacts, id: string): boolean {
  const service = serviceOf(node, id);
  return service?.state === "Running" && service.healthy !== false;
}

/** Reports whether a service exists and neither works nor has ended on purpose. */
export function isBroken(node: NodeFacts, id: string): boolean {
  const service = serviceOf(node, id);
  return service !== undefined && !isWorking(node, id) && !ENDED.includes(service.state);
}

const ENDED = ["Finished", "Skipped"];

/** Returns the resources of a type without domain; undefined when they could not be read. */
export function resourcesOf(node: NodeFacts, type: string): readonly ResourceFact[] | undefined {
  return node.resources[type];
}

/** Returns the spec of a resource. */
export function specOf(
  node: NodeFacts,
  type: string,
  id?: string,
): Readonly<Record<string, Json>> | undefined {
  const list = node.resources[type];
  return (id === undefined ? list?.[0] : list?.find((one) => one.id === id))?.spec;
}

/** Returns the value at a path of a JSON value. */
export function at(value: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let current = value as Json | undefined;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, Json>)[step];
  }
  return current;
}

export function textAt(value: Json | undefined, ...path: (string | number)[]): string {
  const found = at(value, ...path);
  return found === undefined || found === null || typeof found === "object" ? "" : String(found);
}

export function listAt(value: Json | undefined, ...path: (string | number)[]): readonly Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Reports whether a node runs at least a release, such as `v1.9`; unknown versions count as new. */
export function isAtLeast(node: NodeFacts, release: string): boolean {
  const version = node.version === undefined ? undefined : parseOsVersion(node.version);
  return version === undefined || compareOsVersions(version, parseOsVersion(release)!) >= 0;
}

/** A matching line of a log. */
export interface FoundLine {
  readonly source: string;
  readonly line: LogLine;
  readonly match: RegExpExecArray;
  /** Time of the first matching line, milliseconds since 1970. */
  readonly since: number | undefined;
  readonly count: number;
}

/** Options of {@linkcode findLine}. */
export interface FindOptions {
  /** Ignores lines without a time, and lines older than this, milliseconds. */
  readonly withinMs?: number | undefined;
}

/** Characters of a line that patterns read: some take quadratic time. */
const MAX_LINE_CHARACTERS = 4096;

/** Returns the part of a line or message that patterns read. */
export function clipLine(text: string): string {
  return text.slice(0, MAX_LINE_CHARACTERS);
}

/** Returns the last line of logs that matches a pattern. */
export function findLine(
  node: NodeFacts,
  sources: readonly string[],
  pattern: RegExp,
  { withinMs }: FindOptions = {},
): FoundLine | undefined {
  const from = withinMs === undefined ? -Infinity : nodeNow(node) - withinMs;
  let found: FoundLine | undefined;
  for (const [source, lines] of Object.entries(node.logs)) {
    if (
      !sources.some((name) =>
        name === source || name.endsWith("*") && source.startsWith(name.slice(0, -1))
      )
    ) {
      continue;
    }
    // A log without any time, such as the console, is taken as recent.
    const isTimed = withinMs !== undefined && lines.some(({ time }) => time !== undefined);
    for (const line of lines) {
      if (isTimed && (line.time ?? -Infinity) < from) continue;
      const match = pattern.exec(clipLine(line.text));
      if (match === null) continue;
      const since = found?.since ?? line.time;
      const isLater = found === undefined || (line.time ?? 0) >= (found.line.time ?? 0);
      const count = (found?.count ?? 0) + 1;
      found = isLater
        ? { source, line, match, since, count }
        : { ...found!, since: Math.min(since ?? Infinity, line.time ?? Infinity), count };
    }
  }
  return found;
}

/** Returns the time of the node's clock when it was read, milliseconds since 1970. */
export function nodeNow(node: NodeFacts): number {
  return node.readAt + (node.clock?.clientOffsetMs ?? 0);
}

/** Returns the evidence of a line. */
export function lineEvidence(node: NodeFacts, { source, line }: FoundLine): Evidence {
  const name = source === "dmesg" ? "dmesg" : `log ${source}`;
  return { node: node.node, source: name, text: line.text.trim(), time: line.time };
}

/** Returns the evidence of a service: its state and last event. */
export function serviceEvidence(node: NodeFacts, id: string): Evidence {
  const service = serviceOf(node, id);
  const source = `service ${id}`;
  if (service === undefined) return { node: node.node, source, text: "absent" };
  const last = service.events.at(-1);
  const message = last === undefined ? "" : `: ${last.message}`;
  const health = service.healthy === false
    ? `; health check: ${service.healthMessage || "failed"}`
    : "";
  return { node: node.node, source, text: `${service.state}${message}${health}`, time: last?.time };
}

/** Returns when a service reached its present state, milliseconds since 1970. */
export function serviceSince(node: NodeFacts, id: string): number | undefined {
  const events = serviceOf(node, id)?.events ?? [];
  const last = events.at(-1);
  if (last === undefined) return undefined;
  let first = last;
  for (const event of events.toReversed()) {
    if (event.state !== last.state) break;
    first = event;
  }
  return first.time;
}

/** Returns the evidence of a field of a resource. */
export function fieldEvidence(
  node: NodeFacts,
  type: string,
  id: string,
  text: string,
): Evidence {
  const updated = node.resources[type]?.find((one) => one.id === id)?.updated;
  return { node: node.node, source: `${type} ${id}`, text, time: updated };
}

/** Returns a condition of an object of Kubernetes. */
export function conditionOf(
  object: KubeObject,
  type: string,
): Readonly<Record<string, Json>> | undefined {
  return listAt(object.status as Json, "conditions")
    .find((one) => at(one, "type") === type) as Readonly<Record<string, Json>> | undefined;
}

/** Parses RFC 3339; undefined when the text is none. */
export function parseTime(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the node that has the name or an address. */
export function nodeNamed(facts: Facts, name: string): NodeFacts | undefined {
  return facts.nodes.find((node) => node.name === name || node.node === name);
}

/** Returns the addresses of a node, without prefix lengths. */
export function addressesOf(node: NodeFacts): readonly string[] {
  const current = specOf(node, "NodeAddresses.net", "current") ??
    specOf(node, "NodeAddresses.net", "routed");
  return listAt(current as Json, "addresses").map((text) => String(text).replace(/\/\d+$/, ""));
}

/** Returns the names and addresses of each node. */
export function hostsOf({ nodes }: Facts): readonly (readonly string[])[] {
  return nodes.map((node) => [...new Set([node.name, node.node, ...addressesOf(node)])]);
}

/** Returns the releases of the nodes. */
export function versionsOf({ nodes }: Facts): readonly string[] {
  return [...new Set(nodes.flatMap(({ version }) => version ?? []))].sort();
}

/** Time that a service may wait for a condition of the boot, milliseconds. */
const MAX_WAIT_MS = 2 * 60_000;

/** Returns a service that waits for a condition for long, by the text of its last event. */
export function waitingFor(node: NodeFacts, condition: RegExp): string | undefined {
  return node.services.find(({ state, events }) => {
    const last = events.at(-1);
    const isOld = last?.time === undefined || node.readAt - last.time > MAX_WAIT_MS;
    return state === "Waiting" && isOld && condition.test(last?.message ?? "");
  })?.id;
}
