/**
 * Upgrades nodes: installs the image before the drain, and restarts the node into it. Nodes before
 * v1.13, and those whose kernel arguments the newer requests would drop, install and restart by a
 * single request, after the drain.
 *
 * @module
 */
import { MachineService } from "../../../../proto/machine.ts";
import { versionOf } from "../../../node/version/upgrade_path.ts";
import { hasOsFeature, parseOsVersion } from "../../../os_versions/mod.ts";
import type { Clock } from "../../../platform/system.ts";
import { schematicOf } from "../../lifecycle/extensions.ts";
import { readDroppedArguments } from "../../lifecycle/kernel_arguments.ts";
import { installVersion } from "../../lifecycle/install_version.ts";
import { pullOnAll } from "../pull_images.ts";
import type { NodeChange } from "../types.ts";
import type { NodeFacts } from "./node_reader.ts";
import { type ChangeSources, REQUEST_MS } from "./reboot.ts";
import { compareRestarted, readBaseline } from "./restarted.ts";

/** A request to upgrade. */
export interface UpgradeRequest {
  /** Reference of the installer image. */
  readonly image: string;
  /** Number of the reboot mode. */
  readonly mode: number;
  /** Keep the data partition; nodes from v1.8 on always do. */
  readonly preserve: boolean;
  /** Use the single request on newer nodes too, which have it until v1.18. */
  readonly isLegacy?: boolean;
  /** Limit of the installation, milliseconds. */
  readonly timeoutMs: number;
}

/** Creates a change that upgrades nodes. */
export function createUpgrade(
  { client, reader, clock }: ChangeSources & { readonly clock: Clock },
  { image, mode, preserve, isLegacy = false, timeoutMs }: UpgradeRequest,
): NodeChange {
  const mismatch = (facts: NodeFacts) => findMismatch(facts, image);
  const dropped = new Map<string, readonly string[]>();
  /** Reports whether a node installs and restarts by separate requests. */
  const isStepwise = async (address: string, signal: AbortSignal) => {
    const { version } = await reader.readFacts(address, signal);
    if (isLegacy || !hasOsFeature("lifecycle", version)) return false;
    const options = { clock, signal };
    const args = dropped.get(address) ??
      await readDroppedArguments(client, address, version, options);
    dropped.set(address, args);
    return args.length === 0;
  };
  return {
    kind: "upgrade",
    title: `upgrade to ${image}`,
    isFinal: false,
    readBaseline: (node, signal) => readBaseline(reader, node, signal),
    async isUnneeded({ address }, signal) {
      // An image without a version tag cannot be recognized in a running system.
      if (parseOsVersion(versionOf(image)) === undefined) return undefined;
      const facts = await reader.readFacts(address, signal);
      return mismatch(facts) === undefined ? `already runs ${describeFacts(facts)}` : undefined;
    },
    async prepare({ address }, wait) {
      const { signal, report } = wait;
      if (await isStepwise(address, signal)) {
        const step = {
          node: address,
          signal,
          report: (_phase: string, text: string) => report(text),
        };
        return await installVersion(client, step, { clock, image, timeoutMs });
      }
      const args = dropped.get(address) ?? [];
      if (args.length > 0) report(`the single request keeps extraKernelArgs ${args.join(" ")}`);
      await pullOnAll(client, [address], image, wait);
    },
    async start({ address }, { signal }) {
      if (await isStepwise(address, signal)) {
        const options = { signal, timeoutMs: REQUEST_MS };
        await client.plainCall(MachineService.Reboot, { mode }, address, options);
        return;
      }
      const request = { image, preserve, rebootMode: mode, stage: false, force: false };
      // These nodes validate the image before they respond.
      await client.plainCall(MachineService.Upgrade, request, address, { signal, timeoutMs });
    },
    isStarted: ({ address }, signal) => reader.isChanging(address, signal),
    async observe({ address }, baseline, signal) {
      const facts = await reader.readFacts(address, signal);
      return compareRestarted(facts, baseline, () => {
        const found = mismatch(facts);
        return found === undefined ? undefined : {
          kind: "failed",
          reason: `the node restarted with ${found}: it fell back to its old system`,
          hint: `see "osctl dmesg -n ${address}"`,
        };
      });
    },
  };
}

/** Returns what a node runs instead of an image; undefined when it runs the image. */
function findMismatch({ version, schematic }: NodeFacts, image: string): string | undefined {
  const target = versionOf(image);
  const wanted = schematicOf(image);
  if (parseOsVersion(target) !== undefined && version !== target) {
    return `${version} instead of ${target}`;
  }
  if (wanted === undefined || schematic === wanted) return undefined;
  const found = schematic === "" ? "no schematic" : `schematic ${schematic}`;
  return `${found} instead of schematic ${wanted}`;
}

function describeFacts({ version, schematic }: NodeFacts): string {
  return schematic === "" ? version : `${version} with schematic ${schematic.slice(0, 12)}…`;
}
