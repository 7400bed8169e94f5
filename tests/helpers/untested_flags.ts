/**
 * Flags that no test on this machine can set, with the reason.
 *
 * @module
 */
import { createFlags, SUPPORTED_FLAGS } from "../../commands/cluster/create_flags.ts";
import type { GroupDefinition } from "../../lib/cli/command.ts";
import { flagName } from "../../lib/cli/flags.ts";
import { endOf, pathOf, walk } from "../../lib/cli/tree.ts";
import { isInstalled } from "./terminal.ts";

/** Flags of `cluster create` for kernel modules and packages that the machines of CI lack. */
const LACKING = [
  "withNetworkLatency",
  "withNetworkJitter",
  "withNetworkPacketLoss",
  "withNetworkPacketReorder",
  "withNetworkPacketCorrupt",
  "ipxeBootScript",
  "withNodelink",
];

/**
 * Returns the reason for each flag, such as `osctl cluster create --cidr`.
 *
 * @param noQemu why tests with virtual machines cannot run; undefined when they can.
 */
export function untestedFlags<Client>(
  tree: GroupDefinition<Client>,
  noQemu: string | undefined,
): Map<string, string> {
  const reasons = new Map([["osctl health --run-e2e", "this build has no conformance tests"]]);
  const { sandbox, docker, qemu } = SUPPORTED_FLAGS;
  for (const key of Object.keys(createFlags)) {
    if (sandbox.has(key) || docker.has(key)) continue;
    const flag = `osctl cluster create --${flagName(key)}`;
    if (!qemu.has(key)) reasons.set(flag, "no provisioner supports it");
    else if (LACKING.includes(key)) reasons.set(flag, "needs a kernel module, package or agent");
    else if (noQemu !== undefined) reasons.set(flag, `no QEMU: ${noQemu}`);
  }
  for (const chain of walk<Client>([tree])) {
    const path = pathOf(chain);
    const reason = path.startsWith("cluster vm ") && noQemu !== undefined
      ? `no QEMU: ${noQemu}`
      // The editor of the tests.
      : path === "edit" && !isInstalled("sed")
      ? "no sed"
      : undefined;
    if (reason === undefined) continue;
    for (const key of Object.keys(endOf(chain).flags)) {
      reasons.set(`osctl ${path} --${flagName(key)}`, reason);
    }
  }
  return reasons;
}
