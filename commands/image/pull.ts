import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

/** Pulling takes as long as the registry and the network need, but not forever. */
const PATIENCE_MS = 60 * 60 * 1000;

export default command("pull")
  .alias("p")
  .summary("Let nodes fetch an image from its registry")
  .details(
    "The image's name is the argument. Nothing is printed when every node has the image.",
  )
  .args({ image: "<image>" }, { image: "image" })
  // As published; without it the usage line would show the argument.
  .usage("")
  .inherits(groupFlags)
  .example("osctl image pull registry.k8s.io/pause:3.9 -n 10.5.0.2,10.5.0.3", "Prepare two nodes")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { common: { ContainerdNamespace } } = await import("../../proto/common.ts");
    const { split, throwFailures } = await import("../../lib/client/mod.ts");
    const { NS_CRI, NS_SYSTEM } = ContainerdNamespace;
    const namespace = flags.namespace === "system" ? NS_SYSTEM : NS_CRI;
    await using client = await context.openClient({ flags });
    const request = { namespace, reference: args.image };
    const answers = await client.call(MachineService.ImagePull, request, {
      timeoutMs: PATIENCE_MS,
    });
    throwFailures(split(answers).failures);
  });
