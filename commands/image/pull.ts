import type { NodeFailure } from "../../lib/errors.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("pull")
  .alias("p")
  .summary("Pull an image onto nodes")
  .changesNodes("prints")
  .details(
    "Prints the full name of the image on each node; nodes before v1.13 do not report it.",
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
    const { throwFailures, toNodeFailure } = await import("../../lib/client/mod.ts");
    const { escapeControls, readInOrder } = await import("../../lib/output/mod.ts");
    const { pullImage } = await import("../../lib/node/images/mod.ts");
    const { withProgress } = await import("../../lib/output/progress.ts");
    const request = { reference: args.image, namespace: flags.namespace };
    context.status?.setLabel(`pulling ${request.reference}`);
    const progress = new Map<string, string>();
    const layers = () => {
      const lines = [...progress].map(([node, text]) => `${node} ${text}`);
      return lines.length === 0 ? undefined : lines.join(", ");
    };
    await using client = await context.openClient({ connection: flags });
    const failures: NodeFailure[] = [];
    const pull = () =>
      readInOrder(client.nodes, {
        open: (node, signal) => {
          const onProgress = (layers: object) => void progress.set(node, String(layers));
          return pullImage(client, node, { ...request, onProgress }, signal);
        },
        take: async (node, name) => {
          progress.delete(node);
          await context.stdout.write(`${node}: pulled image ${escapeControls(name)}\n`);
        },
        toNodeFailure,
        failures,
      });
    await withProgress(context, layers, pull);
    throwFailures(failures);
  });
