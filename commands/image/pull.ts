import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

/** Timeout of a pull, which depends on registry and network, milliseconds. */
const PULL_TIMEOUT_MS = 60 * 60 * 1000;

export default command("pull")
  .alias("p")
  .summary("Pull an image onto nodes")
  .details(
    "Prints nothing when all nodes have pulled the image.",
  )
  .args({ image: "<image>" }, { image: "image" })
  // Usage as published, without the argument.
  .usage("")
  .inherits(groupFlags)
  .example(
    "osctl image pull registry.k8s.io/pause:3.9 -n 10.5.0.2,10.5.0.3",
    "Pull an image onto two nodes",
  )
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { requireSuccess } = await import("../../lib/client/mod.ts");
    const { toContainerdNamespace } = await import("../../lib/node/images/mod.ts");
    const request = { namespace: toContainerdNamespace(flags.namespace), reference: args.image };
    context.status?.setLabel(`pulling ${request.reference}`);
    await using client = await context.openClient({ flags });
    requireSuccess(
      await client.call(MachineService.ImagePull, request, { timeoutMs: PULL_TIMEOUT_MS }),
    );
  });
