/**
 * Kernel arguments of configurations that an upgrade by `LifecycleService` drops: the installer of
 * v1.13 and v1.14 writes `machine.install.extraKernelArgs` into the configuration of GRUB only when the
 * request passes them, and that service does not (`internal/app/lifecycle` of siderolabs/talos).
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { type Data, isList, sectionOf } from "../../machineconfig/data.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import type { Clock } from "../../platform/system.ts";
import { ResourceReader } from "../../resource/mod.ts";
import { escapeControls } from "../../output/text.ts";
import { readSecurityState, unlessRefused } from "./node_facts.ts";

/** Limit of reading a node, milliseconds. */
const TIMEOUT_MS = 5000;

const MACHINE_CONFIG = { namespace: "config", type: `MachineConfigs.config.${DOMAIN}` };

/** Id of the active configuration. */
const ACTIVE = "v1alpha1";

/** Options of {@linkcode readDroppedArguments}. */
export interface ReadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Returns the kernel arguments that a node of `version` loses in an upgrade by `LifecycleService`;
 * empty without any, and when the node does not permit reading its configuration.
 *
 * @throws {OsctlError} when the node does not respond.
 */
export async function readDroppedArguments(
  client: NodeClient,
  node: string,
  version: string | undefined,
  { clock, signal }: ReadOptions,
): Promise<readonly string[]> {
  if (version === undefined || !hasOsFeature("lifecycle", version)) return [];
  const state = await readSecurityState(client, node, { signal, timeoutMs: TIMEOUT_MS });
  // systemd-boot has the arguments of its image only, before and after.
  if (state?.["bootedWithUKI"] === true) return [];
  const reader = new ResourceReader(client, { clock, callMs: TIMEOUT_MS });
  const resource = await unlessRefused(
    node,
    () => reader.get(node, MACHINE_CONFIG, ACTIVE, signal),
  );
  return resource === undefined ? [] : droppedArguments(resource.yaml);
}

/** Returns the arguments of a configuration that only requests of `MachineService` pass on. */
export function droppedArguments(text: string): readonly string[] {
  const { documents } = decodeMachineConfig(text, { release: NEWEST });
  const main: Data = documents.find(({ type }) => type === MAIN)?.data ?? {};
  const { extraKernelArgs, grubUseUKICmdline } = sectionOf(sectionOf(main, "machine"), "install");
  if (grubUseUKICmdline === true || !isList(extraKernelArgs)) return [];
  return extraKernelArgs.map(String);
}

/** Returns the nodes that lose kernel arguments, with them. */
export async function findDroppedArguments(
  client: NodeClient,
  versions: ReadonlyMap<string, string>,
  { nodes = client.nodes, ...options }: ReadOptions & { readonly nodes?: readonly string[] },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(nodes.map(async (node) => {
    try {
      return [
        node,
        await readDroppedArguments(client, node, versions.get(node), options),
      ] as const;
    } catch (error) {
      options.signal.throwIfAborted();
      // The upgrade itself reports an unreachable node.
      if (error instanceof OsctlError) return [node, []] as const;
      throw error;
    }
  }));
  return new Map(found.filter(([, args]) => args.length > 0));
}

/** How to get rid of the old request, which v1.18 no longer serves. */
export const MIGRATION_HINT =
  "to migrate, add the arguments to the schematic of the image and set " +
  "machine.install.grubUseUKICmdline: true";

/** Describes nodes that keep their arguments by the older request. */
export function describeKept(dropped: ReadonlyMap<string, readonly string[]>): string {
  const nodes = [...dropped].map(([node, args]) => `${node} (${args.join(" ")})`).join(", ");
  return `upgraded by the older request, which keeps extraKernelArgs: ${
    escapeControls(nodes)
  }; ${MIGRATION_HINT}`;
}
