/**
 * One resource of a node.
 *
 * @module
 */
import type { cosi } from "../../proto/cosi.ts";
import { OsctlError } from "../errors.ts";
import { rfc3339, type Timestamp } from "../output/go_time.ts";

/** A resource as the node describes it. */
export interface Resource {
  readonly namespace: string;
  /** The full name of its type, for example `Members.cluster.talos.dev`. */
  readonly type: string;
  readonly id: string;
  /** Decimal, or `undefined` for what does not exist. */
  readonly version: string;
  /** The controller it belongs to; empty when it belongs to none. */
  readonly owner: string;
  /** `running` or `tearingDown`. */
  readonly phase: string;
  readonly created: Timestamp | null;
  readonly updated: Timestamp | null;
  readonly finalizers: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The spec as the node wrote it; empty for what does not exist. */
  readonly yaml: string;
}

/**
 * The resource in a message.
 *
 * @throws {OsctlError} of kind `node` when a part is missing.
 */
export function resourceOf(message: cosi.resource.Resource | null): Resource {
  const { metadata, spec } = message ?? {};
  if (!metadata || !spec) {
    throw new OsctlError("node", `the answer holds no ${metadata ? "spec" : "metadata"}`);
  }
  return {
    namespace: metadata.namespace,
    type: metadata.type,
    id: metadata.id,
    version: metadata.version,
    owner: metadata.owner,
    phase: metadata.phase,
    created: metadata.created,
    updated: metadata.updated,
    finalizers: metadata.finalizers,
    labels: metadata.labels,
    annotations: metadata.annotations,
    yaml: spec.yamlSpec,
  };
}

/** How a resource is named in a sentence. */
export function nameOf({ type, id }: Pick<Resource, "type" | "id">): string {
  return `${type} "${id}"`;
}

/** Tells one state of a resource from another, also when versions began anew after a restart. */
export function stateOf({ version, created, updated, phase }: Resource): string {
  return `${version} ${phase} ${exact(created)} ${exact(updated)}`;
}

function exact(time: Timestamp | null): string {
  return time ? `${time.seconds}.${time.nanos}` : "";
}

/** A time of the metadata: RFC 3339 in whole seconds. */
export function wholeSeconds(time: Timestamp | null): string {
  // Go's zero time stands for none.
  return time ? rfc3339({ seconds: time.seconds ?? 0 }) : "0001-01-01T00:00:00Z";
}
