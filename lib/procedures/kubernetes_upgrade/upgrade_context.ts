/**
 * The context that the phases of an upgrade share.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { NodeClient } from "../../client/types.ts";
import type { Kind, ResourceReader } from "../../resource/client.ts";
import type { Resource } from "../../resource/resource.ts";
import { parseSpecYaml, toData, type YamlData } from "../../yaml/mod.ts";
import type { Clock } from "../../platform/system.ts";
import type { KubernetesAccess } from "./access.ts";
import type { Images } from "./components.ts";
import type { StepLog } from "./steps.ts";
import type { UpgradePath } from "./versions.ts";
import type { WaitLimits } from "./wait_limits.ts";
import { retryNode, type Wait } from "../waits.ts";

/** Options of an upgrade. */
export interface UpgradeOptions {
  readonly release: Release;
  readonly path: UpgradePath;
  readonly images: Images;
  readonly prePullImages: boolean;
  readonly upgradeKubelet: boolean;
  /** Addresses of workers that are not changed. */
  readonly excluded: ReadonlySet<string>;
  /** Comments in the configurations that are written; the text is retained without both. */
  readonly comments: { readonly docs: boolean; readonly examples: boolean };
  readonly limits: WaitLimits;
}

/** The cluster, the options and the progress. */
export interface UpgradeContext {
  readonly client: NodeClient;
  readonly resources: ResourceReader;
  readonly kubernetes: KubernetesAccess;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Timeout of a call to a node, milliseconds. */
  readonly callMs: number;
  readonly options: UpgradeOptions;
  readonly log: StepLog;
  /** Reports an event that belongs to no step. */
  note(text: string): void;
}

/** Data of a spec. */
export type SpecData = { readonly [name: string]: YamlData };

/** Reads a resource of a node. */
export function readResource(
  { resources, clock }: UpgradeContext,
  wait: Wait,
  node: string,
  kind: Kind,
  id: string,
): Promise<Resource> {
  return retryNode(clock, wait, () => resources.get(node, kind, id));
}

/** Parses the spec of a resource; empty when it is not a map. */
export function specData({ yaml }: Pick<Resource, "yaml">): SpecData {
  const data = parseSpec(yaml);
  return isSpecMap(data) ? data : {};
}

/** Parses a spec of any type; null when it is empty. */
export function parseSpec(yaml: string): YamlData {
  const [document] = parseSpecYaml(yaml).documents;
  return document === undefined ? null : toData(document.root);
}

/** Reports whether a value is a map. */
export function isSpecMap(value: YamlData | undefined): value is SpecData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a text of a spec; empty when it is none. */
export function textOf(value: YamlData | undefined): string {
  return typeof value === "string" ? value : "";
}
