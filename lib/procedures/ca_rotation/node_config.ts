/**
 * Changes the authorities in the configuration of a node.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { readTrust, type TrustedConfig, writeTrust } from "../../machineconfig/authorities/mod.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import type { ConfigText } from "../../machineconfig/patch/mod.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { applyConfigs } from "../../node/machine_config/mod.ts";
import { ResourceReader } from "../../resource/client.ts";
import { MACHINE_CONFIG } from "../../resource/machine_config_type.ts";
import type { Clock } from "../../platform/system.ts";
import type { Encoding } from "./journal.ts";
import { type FromTo, isSameTrust, trustAfter } from "./phases.ts";
import type { AuthorityName, Phase } from "./types.ts";

/** Reads of one node. */
export interface NodeReader {
  readonly client: NodeClient;
  readonly clock: Clock;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/** Namespace and id of the active configuration. */
const ACTIVE = { kind: { namespace: "config", type: MACHINE_CONFIG }, id: "v1alpha1" };

/** Reads the active configuration of a node. */
export async function readConfig(
  { client, clock, callMs }: NodeReader,
  node: string,
  signal: AbortSignal,
): Promise<string> {
  const reader = new ResourceReader(client, { clock, callMs });
  const { yaml } = await raceWithAbort(reader.get(node, ACTIVE.kind, ACTIVE.id), signal);
  return yaml;
}

/**
 * Reads the authorities in a configuration of a node.
 *
 * @throws {OsctlError} of kind `node` when the text is not a configuration.
 */
export function parseTrust(node: string, text: string): TrustedConfig {
  try {
    return readTrust(toConfigText(text));
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    throw new OsctlError("node", `${node}: ${error.message}`, {
      hint: "correct the configuration with osctl edit machineconfig",
      cause: error,
    });
  }
}

function toConfigText(text: string): ConfigText {
  return { text, name: "machine configuration", release: NEWEST };
}

/** A change of the authorities of a configuration. */
export interface TrustChange {
  readonly authority: AuthorityName;
  readonly phase: Phase;
  readonly pair: FromTo;
  readonly encoding: Encoding | undefined;
}

/** Returns the configuration after a phase; undefined when it has that state. */
export function changedConfig(
  node: string,
  text: string,
  { authority, phase, pair, encoding }: TrustChange,
): string | undefined {
  const config = parseTrust(node, text);
  const before = config[authority];
  const after = trustAfter(phase, before, pair, config.isControlPlane);
  if (isSameTrust(before, after)) return undefined;
  const changed = writeTrust(toConfigText(text), authority, after);
  if (encoding === undefined) return changed;
  const { documents } = decodeMachineConfig(changed, { release: NEWEST });
  return encodeConfig(documents, encoding);
}

/** Applies a configuration without a reboot. */
export async function applyConfig(
  { client }: NodeReader,
  node: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const options = { mode: "no-reboot", dryRun: false, tryTimeoutMs: 0 } as const;
  const [answer] = await raceWithAbort(applyConfigs(client, [{ node, text }], options), signal);
  if (answer?.error !== undefined) throw answer.error;
}
