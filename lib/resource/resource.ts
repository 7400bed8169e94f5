/**
 * A resource of a node.
 *
 * @module
 */
import type { cosi } from "../../proto/cosi.ts";
import { DOMAIN } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { formatRfc3339, type Timestamp } from "../output/go_time.ts";
import { MACHINE_CONFIG } from "./machine_config_type.ts";
import { readSpec } from "./spec.ts";

/** Annotation of a spec that is a YAML string; its text is the configuration. */
const TEXT_SPEC = `${DOMAIN}/yaml-spec`;

/** A resource with its metadata and spec. */
export interface Resource {
  readonly namespace: string;
  /** Full name of the type, such as `Members.cluster.talos.dev`. */
  readonly type: string;
  readonly id: string;
  /** Decimal; the string `undefined` when the resource does not exist. */
  readonly version: string;
  /** Owning controller; empty without one. */
  readonly owner: string;
  /** `running` or `tearingDown`. */
  readonly phase: string;
  readonly created: Timestamp | null;
  readonly updated: Timestamp | null;
  readonly finalizers: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /**
   * Spec as sent by the node; empty when the resource does not exist. Of a machine configuration its
   * text, which nodes from v1.12 on send as a YAML string.
   */
  readonly yaml: string;
}

/**
 * Converts a protobuf message to a resource.
 *
 * @throws {OsctlError} of kind `node` when a part is missing.
 */
export async function toResource(message: cosi.resource.Resource | null): Promise<Resource> {
  const { metadata, spec } = message ?? {};
  if (!metadata || !spec) {
    throw new OsctlError("node", `invalid response: no ${metadata ? "spec" : "metadata"}`);
  }
  const { type, id, annotations } = metadata;
  const isText = type === MACHINE_CONFIG && Object.hasOwn(annotations, TEXT_SPEC);
  return {
    namespace: metadata.namespace,
    type,
    id,
    version: metadata.version,
    owner: metadata.owner,
    phase: metadata.phase,
    created: metadata.created,
    updated: metadata.updated,
    finalizers: metadata.finalizers,
    labels: metadata.labels,
    annotations,
    yaml: isText ? await decodeText(spec.yamlSpec, { type, id }) : spec.yamlSpec,
  };
}

async function decodeText(yaml: string, name: Pick<Resource, "type" | "id">): Promise<string> {
  const text = await readSpec(yaml, nameOf(name));
  if (text === null) return "";
  if (typeof text === "string") return text;
  throw new OsctlError("node", `the spec of ${nameOf(name)} is not a string`);
}

/** Formats a resource for messages. */
export function nameOf({ type, id }: Pick<Resource, "type" | "id">): string {
  return `${type} "${id}"`;
}

/** Returns a key of the resource's state that differs even when a restart resets versions. */
export function toStateKey({ version, created, updated, phase }: Resource): string {
  return `${version} ${phase} ${formatTimestamp(created)} ${formatTimestamp(updated)}`;
}

function formatTimestamp(time: Timestamp | null): string {
  return time ? `${time.seconds}.${time.nanos}` : "";
}

/** A time of the metadata: RFC 3339 in whole seconds. */
export function wholeSeconds(time: Timestamp | null): string {
  // Go's zero time stands for none.
  return time ? formatRfc3339({ seconds: time.seconds ?? 0 }) : "0001-01-01T00:00:00Z";
}
