import { bool, string } from "../lib/cli/flags.ts";
import { command } from "./wiring.ts";

/** Timeout of the bootstrap call; a recovery restores the database meanwhile, milliseconds. */
const BOOTSTRAP_MS = 10 * 60 * 1000;

export default command("bootstrap")
  .summary("Bootstrap the etcd cluster on a node")
  .section("Cluster")
  .changesNodes("prints", { showsSingle: true })
  .details(
    "Run it once, on one control plane node of a new cluster; the other nodes join by " +
      "themselves. --recover-from first verifies the snapshot, then uploads it to the node. " +
      "Accepts one node.",
  )
  .flags({
    recoverFrom: string({
      help: "recover the cluster from this etcd snapshot",
      placeholder: "path",
      complete: "localFile",
    }),
    recoverSkipHashCheck: bool({
      help: "skip the integrity check; required for a copy of the data directory",
    }),
  })
  .example("osctl bootstrap -n 10.5.0.2", "Bootstrap a new cluster")
  .example("osctl bootstrap --recover-from backup.db -n 10.5.0.2", "Recover from a snapshot")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { requireSuccess } = await import("../lib/client/mod.ts");
    await using client = await context.openClient({ connection: flags });
    const node = client.singleNode("bootstrap");
    if (flags.recoverFrom !== "") {
      const { recoverSnapshot } = await import("../lib/node/etcd/snapshot/mod.ts");
      await recoverSnapshot(context, client, node, {
        path: flags.recoverFrom,
        skipHashCheck: flags.recoverSkipHashCheck,
      });
    }
    const request = {
      recoverEtcd: flags.recoverFrom !== "",
      recoverSkipHashCheck: flags.recoverSkipHashCheck,
    };
    requireSuccess(
      await client.call(MachineService.Bootstrap, request, {
        timeoutMs: BOOTSTRAP_MS,
      }),
    );
  });
