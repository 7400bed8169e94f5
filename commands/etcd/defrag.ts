import { command } from "../wiring.ts";

/** Timeout of a defragmentation, which grows with the size of the database, milliseconds. */
const DEFRAGMENT_MS = 10 * 60 * 1000;

export default command("defrag")
  .summary("Defragment the etcd database")
  .changesNodes("prints")
  .details(
    "Rewrites the member's database to release free space. The member does not respond " +
      "until this is done: defragment one node at a time, and only if the database is close " +
      "to its quota. Accepts one node.",
  )
  .example("osctl etcd defrag -n 10.5.0.2", "Defragment the database of one member")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { requireSuccess } = await import("../../lib/client/mod.ts");
    await using client = await context.openClient({ connection: flags });
    client.singleNode("etcd defrag");
    requireSuccess(
      await client.call(MachineService.EtcdDefragment, {}, {
        timeoutMs: DEFRAGMENT_MS,
      }),
    );
  });
