/**
 * Machine configurations as a node reads them: validation, differences, and whether a change
 * requires a reboot.
 *
 * @module
 */
import { structuredPatch } from "diff";
import { type ConfigDocument, type Data, isMap, sectionOf } from "../../machineconfig/data.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { pathText, type Problem } from "../../machineconfig/problem.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { immediateFields } from "../../machineconfig/schema/effects/mod.ts";
import { NEWEST, releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import { compareOsVersions, type OsVersion, parseOsVersion } from "../../os_versions/mod.ts";
import type { NodePlatform } from "../types.ts";
import { rulesRelease, validate } from "../../machineconfig/validate/mod.ts";

/** A valid machine configuration. */
export interface MachineConfig {
  /** The text as it was applied. */
  readonly text: string;
  readonly documents: readonly ConfigDocument[];
  readonly type: "controlplane" | "worker";
  /** Warnings of the validation. */
  readonly warnings: readonly string[];
}

/** A rejected configuration; the message lists all errors. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  /** @param isUndecodable whether the text is not a configuration at all, valid or invalid. */
  constructor(message: string, readonly isUndecodable: boolean) {
    super(message);
  }
}

/**
 * Parses and validates a configuration.
 *
 * @param version Version of the node; for stored configurations, which may belong to a newer
 * version, undefined.
 * @throws {ConfigError}
 */
export function parseMachineConfig(
  text: string,
  version?: string,
  mode: NodePlatform["mode"] = "metal",
): MachineConfig {
  const release = version === undefined ? NEWEST : releaseOfVersion(version);
  const loaded = decodeMachineConfig(text, { release });
  if (loaded.problems.length > 0) throw new ConfigError(formatErrors(loaded.problems), true);
  const problems = validate(loaded, {
    mode,
    release: version === undefined ? rulesRelease(loaded.documents, "v1.4") : release,
    isForNode: version !== undefined,
  });
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new ConfigError(formatErrors(errors), false);
  const type = sectionOf(mainData(loaded.documents), "machine")["type"];
  return {
    text,
    documents: loaded.documents,
    type: type === "controlplane" || type === "init" ? "controlplane" : "worker",
    warnings: problems.map(formatProblem),
  };
}

/** Formats errors as a Go multierror. */
function formatErrors(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? "1 error occurred" : `${problems.length} errors occurred`;
  return `${count}:\n${problems.map((one) => `\t* ${formatProblem(one)}\n`).join("")}\n`;
}

function formatProblem({ path, message }: Problem): string {
  return path.length === 0 || message.startsWith("unknown machine type")
    ? message
    : `${pathText(path)}: ${message}`;
}

/** Returns the data of the main document; empty without one. */
export function mainData(documents: readonly ConfigDocument[]): Data {
  return documents.find(({ type }) => type === MAIN)?.data ?? {};
}

/** Default port of the API server. */
export const API_PORT = 6443;

/** Returns the port of the API server. */
export function apiPort(config: Data): number {
  const port = sectionOf(sectionOf(config, "cluster"), "controlPlane")["localAPIServerPort"];
  return typeof port === "number" && port !== 0 ? port : API_PORT;
}

/** Documents of v1.14 with the settings of components, and the fields of the main one they replace. */
const COMPONENT_DOCUMENTS: Readonly<Record<string, readonly ["cluster" | "machine", string]>> = {
  KubeAPIServerConfig: ["cluster", "apiServer"],
  KubeControllerManagerConfig: ["cluster", "controllerManager"],
  KubeProxyConfig: ["cluster", "proxy"],
  KubeSchedulerConfig: ["cluster", "scheduler"],
  KubeletConfig: ["machine", "kubelet"],
};

/** Fields that have the same name in these documents. */
const COMPONENT_FIELDS = ["image", "extraArgs", "env", "resources"];

const known = new WeakMap<readonly ConfigDocument[], Data>();

/** Returns the main document with the settings of components in documents of their own. */
export function componentsData(documents: readonly ConfigDocument[]): Data {
  const merged = known.get(documents) ?? documents.reduce(withComponent, mainData(documents));
  known.set(documents, merged);
  return merged;
}

function withComponent(main: Data, { type, data }: ConfigDocument): Data {
  const place = COMPONENT_DOCUMENTS[type.kind];
  if (place === undefined) return main;
  const [name, field] = place;
  const parent = sectionOf(main, name);
  const own = Object.entries(data).filter(([key]) => COMPONENT_FIELDS.includes(key));
  const settings = {
    ...sectionOf(parent, field),
    ...Object.fromEntries(own),
    ...data["enabled"] === false ? { disabled: true } : {},
  };
  return { ...main, [name]: { ...parent, [field]: settings } };
}

/** Lines of context around a change. */
const CONTEXT = 3;

/** The first version whose diffs have complete hunk headers (`pkg/machinery/textdiff` of Talos). */
const COMPLETE_HEADERS: OsVersion = [1, 12, 5];

/**
 * Returns the unified diff of two configurations without comments; empty when they are equal.
 *
 * @param tag Version of the node.
 */
export function diffConfigs(
  old: readonly ConfigDocument[],
  next: readonly ConfigDocument[],
  tag: string,
): string {
  const version = parseOsVersion(tag);
  const isComplete = version !== undefined && compareOsVersions(version, COMPLETE_HEADERS) >= 0;
  const [before, after] = [old, next].map((documents) =>
    encodeConfig(documents, { docs: false, examples: false })
  );
  const { hunks } = structuredPatch("a", "b", before!, after!, "", "", { context: CONTEXT });
  if (hunks.length === 0) return "";
  const range = (sign: string, start: number, count: number) =>
    count > 1 ? ` ${sign}${start},${count}` : ` ${sign}${start}`;
  const parts = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const from = range("-", oldStart, oldLines);
    const to = range("+", newStart, newLines);
    // Older Talos nodes omit the closing ` @@` and the line break of a hunk header.
    return `@@${from}${to}${isComplete ? " @@\n" : ""}${lines.map((line) => `${line}\n`).join("")}`;
  });
  return `--- a\n+++ b\n${parts.join("")}`;
}

/**
 * Returns why a change requires a reboot, as nodes of a version report it; undefined when it does
 * not. Nodes of v1.14 or later do not decide it.
 */
export function rebootReason(
  current: MachineConfig,
  next: MachineConfig,
  tag: string,
): string | undefined {
  const fields = immediateFields(releaseOfVersion(tag));
  if (fields === undefined) return undefined;
  const old = mainData(current.documents);
  const applied = keepImmediate(mainData(next.documents), old, fields);
  const documents = (data: Data): ConfigDocument[] => [{ type: MAIN, data }];
  const diff = diffConfigs(documents(old), documents(applied), tag);
  if (diff === "") return undefined;
  return `this config change can't be applied in immediate mode\ndiff:\n${diff}`;
}

/**
 * Returns `next` with the fields that apply immediately replaced by the fields of `old`. Nodes
 * replace fields of an object only where both have the object.
 */
function keepImmediate(next: Data, old: Data, fields: readonly string[]): Data {
  const own = fields.filter((path) => !path.includes("."));
  const nested = Map.groupBy(
    fields.filter((path) => path.includes(".")),
    (path) => path.slice(0, path.indexOf(".")),
  );
  let kept = replaceFields(next, old, own);
  for (const [name, paths] of nested) {
    const [value, before] = [next[name], old[name]];
    if (!isMap(value) || !isMap(before)) continue;
    const inner = paths.map((path) => path.slice(name.length + 1));
    kept = { ...kept, [name]: keepImmediate(value, before, inner) };
  }
  return kept;
}

function replaceFields(data: Data, source: Data, fields: readonly string[]): Data {
  const others = Object.entries(data).filter(([name]) => !fields.includes(name));
  const replaced = Object.entries(source).filter(([name]) => fields.includes(name));
  return Object.fromEntries([...others, ...replaced]);
}
