/**
 * Facts of a cluster from a support bundle of osctl or talosctl (v1.4 to v1.14).
 *
 * @module
 */
import { DOMAIN } from "../../../distribution.ts";
import { parseDuration } from "../../../output/duration.ts";
import { parseSpecYaml, toData } from "../../../yaml/mod.ts";
import { type BundleMember, readBundle } from "../../support/read_bundle.ts";
import { parseConfig } from "../collect/parse_config.ts";
import { LastLines } from "../collect/read_log.ts";
import { FACT_TYPES } from "../collect/resource_types.ts";
import { servicesFromLog } from "../collect/services_from_log.ts";
import {
  completeFacts,
  emptyNode,
  type Facts,
  type Json,
  type KubeObject,
  type LogLine,
  type NodeFacts,
  type ResourceFact,
  type ServiceFact,
} from "../facts.ts";
import { textAt } from "../read_facts.ts";

/** Lines of a log that are retained. */
const KERNEL_LINES = 5000;
const LOG_LINES = 2000;
/** Maximum size of a member that is parsed as a whole, characters. */
const MAX_TEXT = 32 * 1024 * 1024;
/** Maximum number of nodes in a bundle. */
const MAX_NODES = 2000;

const MACHINE_CONFIGS = "machineconfigs.config";
/** Folders of resources: talosctl from v1.5 on, and v1.4. */
const RESOURCES = /^(?:resources|talosResources)\/([\w.-]+)\.yaml$/;
const SERVICE_LOG = /^service-logs\/([\w.-]+)\.(log|state)$/;
const POD_LOG = /^kubernetes-logs\/kube-system\/([\w.-]+)\.log$/;
const KUBERNETES = /^(?:cluster\/)?kubernetesResources\/(nodes|systemPods)\.yaml$/;
const PLAIN_LOGS = ["dmesg", "controller-runtime", "dns-resolve-cache"];

/** Types by the lower-case name of their file. */
const TYPES: ReadonlyMap<string, string> = new Map(
  FACT_TYPES.map(({ type }) => [`${type.toLowerCase()}.${DOMAIN}`, type]),
);

/** Parts of a node as they are read. */
interface Reading {
  readonly logs: Record<string, readonly LogLine[]>;
  readonly resources: Record<string, readonly ResourceFact[]>;
  /** Texts of the states of services. */
  readonly states: string[];
  readonly gaps: Record<string, string>;
  version?: string;
  config?: NodeFacts["config"];
}

/**
 * Reads a bundle. Ages are relative to the latest time in its logs.
 *
 * @param now Time of this machine, milliseconds since 1970; decides the year where a line has none.
 * @throws {OsctlError} of kind `input` for a file that is no bundle.
 */
export async function readBundleFacts(
  bundle: Parameters<typeof readBundle>[0],
  now: number,
): Promise<Facts> {
  const nodes = new Map<string, Reading>();
  const kubernetes: { nodes?: readonly KubeObject[]; pods?: readonly KubeObject[] } = {};
  await readBundle(bundle, isRead, async (member) => {
    const objects = KUBERNETES.exec(member.path)?.[1];
    if (objects !== undefined) {
      const items = itemsOf(await wholeText(member));
      if (objects === "nodes") kubernetes.nodes = items;
      else kubernetes.pods = items;
      return;
    }
    const [name = "", ...rest] = member.path.split("/");
    if (!nodes.has(name) && nodes.size >= MAX_NODES) return;
    const reading = nodes.get(name) ?? { logs: {}, resources: {}, states: [], gaps: {} };
    nodes.set(name, reading);
    await readMember(reading, rest.join("/"), member, now);
  });
  const times = [...nodes.values()].flatMap(({ logs }) =>
    Object.values(logs).map((lines) => lines.findLast(({ time }) => time !== undefined)?.time ?? 0)
  ).filter((time) => time > 0 && time <= now);
  const readAt = times.length === 0 ? now : Math.max(...times);
  return completeFacts({
    now: readAt,
    source: "bundle",
    // Which nodes a bundle contains was the choice of its author.
    isWhole: false,
    nodes: [...nodes].filter(([, reading]) => isNode(reading))
      .map(([name, reading]) => toNode(name, reading, readAt)),
    kubernetes,
  });
}

function isRead(path: string): boolean {
  if (KUBERNETES.test(path)) return true;
  const rest = path.slice(path.indexOf("/") + 1);
  if (rest === path) return false;
  const type = RESOURCES.exec(rest)?.[1];
  if (type !== undefined) return TYPES.has(type) || type.startsWith(MACHINE_CONFIGS);
  return rest === "summary" || SERVICE_LOG.test(rest) || POD_LOG.test(rest) ||
    PLAIN_LOGS.some((log) => rest === `${log}.log`) || /^[\w-]+\.log$/.test(rest);
}

async function readMember(
  reading: Reading,
  path: string,
  member: BundleMember,
  now: number,
): Promise<void> {
  const type = RESOURCES.exec(path)?.[1];
  if (type !== undefined) {
    const text = await wholeText(member);
    const resources = parseResources(text);
    if (type.startsWith(MACHINE_CONFIGS)) {
      const spec = resources.find(({ id }) => id === "v1alpha1" || id === "persistent")?.spec;
      const value = spec?.["value"] ?? spec;
      if (typeof value === "string") reading.config = parseConfig(value);
      else if (value !== undefined) reading.config = [value as Record<string, Json>];
      return;
    }
    reading.resources[TYPES.get(type)!] = resources;
    return;
  }
  if (path === "summary") {
    const text = await wholeText(member);
    const tag = /Server:[^]*?Tag:\s*(v\d\S*)/.exec(text)?.[1];
    if (tag !== undefined) reading.version = tag;
    return;
  }
  const [, id, kind] = SERVICE_LOG.exec(path) ?? [];
  if (kind === "state") {
    reading.states.push(await wholeText(member));
    return;
  }
  const pod = POD_LOG.exec(path)?.[1];
  const name = pod !== undefined ? `kube-system/${pod}` : id ?? path.replace(/\.log$/, "");
  const lines = new LastLines(name === "dmesg" ? KERNEL_LINES : LOG_LINES, now);
  for await (const part of member.text()) lines.add(part);
  reading.logs[name] = lines.end();
}

async function wholeText(member: BundleMember): Promise<string> {
  let text = "";
  for await (const part of member.text()) {
    text += part;
    if (text.length > MAX_TEXT) return text.slice(0, MAX_TEXT);
  }
  return text;
}

/** Parses the documents of resources; those that are not valid are omitted. */
function parseResources(text: string): readonly ResourceFact[] {
  const found: ResourceFact[] = [];
  // One broken document must not hide the others.
  for (const part of text.split(/^---\s*$/m)) {
    const { documents: [document] } = parseSpecYaml(part);
    if (document === undefined) continue;
    const data = toData(document.root) as Json;
    const id = textAt(data, "metadata", "id");
    const spec = (data as Readonly<Record<string, Json>> | null)?.["spec"];
    if (id === "") continue;
    const isMap = typeof spec === "object" && spec !== null && !Array.isArray(spec);
    const updated = Date.parse(textAt(data, "metadata", "updated"));
    found.push({
      id,
      spec: isMap ? spec as ResourceFact["spec"] : { value: spec ?? null },
      phase: textAt(data, "metadata", "phase"),
      ...(Number.isNaN(updated) ? {} : { updated }),
    });
  }
  return found;
}

function itemsOf(text: string): readonly KubeObject[] {
  const { documents: [document] } = parseSpecYaml(text);
  const items = document === undefined
    ? undefined
    : (toData(document.root) as { readonly items?: unknown } | null)?.items;
  if (!Array.isArray(items)) return [];
  return items.filter((item): item is KubeObject => typeof item?.metadata?.name === "string");
}

/** Parses the text that `service <id>` prints. */
export function parseServiceState(text: string, now: number): ServiceFact | undefined {
  const value = (name: string) => new RegExp(`^${name}\\s{2,}(.*)$`, "m").exec(text)?.[1]?.trim();
  const id = value("ID");
  if (id === undefined) return undefined;
  const health = value("HEALTH");
  const events: ServiceFact["events"][number][] = [];
  const start = text.search(/^EVENTS/m);
  for (const line of start < 0 ? [] : text.slice(start).split("\n")) {
    const match = /\[(\w+)\]: (.*?)(?: \(([\w.]+) ago\))?$/.exec(line.trimEnd());
    if (match !== null) {
      const [, state, message, age] = match as unknown as [string, string, string, string?];
      const time = age === undefined ? undefined : timeOf(age, now);
      events.push({ state, message, ...(time === undefined ? {} : { time }) });
    } else if (events.length > 0 && line.trim() !== "") {
      const last = events.pop()!;
      events.push({ ...last, message: `${last.message}\n${line.trim()}` });
    }
  }
  return {
    id,
    state: value("STATE") ?? "",
    ...(health === "OK" || health === "Fail" ? { healthy: health === "OK" } : {}),
    healthMessage: value("LAST HEALTH MESSAGE") ?? "",
    // The latest is first in the text.
    events: events.reverse(),
  };
}

function timeOf(age: string, now: number): number | undefined {
  try {
    return now - parseDuration(age);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isNode({ logs, resources, states }: Reading): boolean {
  return states.length > 0 || logs["dmesg"] !== undefined || Object.keys(resources).length > 0;
}

function toNode(name: string, reading: Reading, readAt: number): NodeFacts {
  const { logs, resources, states, version, config, gaps } = reading;
  const services = states.flatMap((text) => parseServiceState(text, readAt) ?? []);
  const listed = services.length > 0 ? services : servicesOf(resources, logs["dmesg"] ?? []);
  const type = typeOf(resources, listed);
  const platform = textAt(resources["PlatformMetadatas"]?.[0]?.spec ?? {}, "platform");
  const hostname = textAt(resources["HostnameStatuses.net"]?.[0]?.spec ?? {}, "hostname");
  return {
    ...emptyNode(name, readAt),
    name: hostname || name,
    type,
    ...(version === undefined ? {} : { version }),
    ...(platform === "" ? {} : { platform }),
    ...(platform === "container" ? { mode: "container" } : {}),
    services: listed,
    resources,
    // Sandbox nodes have the kernel log of the machine that they run on.
    logs: platform === "sandbox" ? { ...logs, dmesg: [] } : logs,
    ...(config === undefined ? {} : { config }),
    gaps,
  };
}

/** States of services from the kernel log, or whether they run from their resources. */
function servicesOf(
  resources: Reading["resources"],
  dmesg: readonly LogLine[],
): readonly ServiceFact[] {
  const logged = servicesFromLog(dmesg);
  const running = resources["Services.v1alpha1"];
  if (running === undefined) return logged;
  return running.map(({ id, spec }) => {
    const events = logged.find((service) => service.id === id)?.events ?? [];
    const isRunning = spec["running"] === true;
    return {
      id,
      state: isRunning ? "Running" : events.at(-1)?.state ?? "Waiting",
      ...(spec["unknown"] === true ? {} : { healthy: spec["healthy"] === true }),
      events,
    };
  });
}

function typeOf(resources: Reading["resources"], services: readonly ServiceFact[]) {
  const spec = resources["MachineTypes.config"]?.[0]?.spec;
  const type = textAt(spec ?? {}, "value") || textAt(spec ?? {}, "machineType");
  if (type === "worker") return "worker" as const;
  const isControlPlane = /^(controlplane|init)$/.test(type) ||
    services.some(({ id }) => id === "etcd" || id === "trustd");
  return isControlPlane
    ? "controlplane" as const
    : services.length > 0
    ? "worker" as const
    : "unknown" as const;
}
