import { string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("info")
  .summary("Show the current context: nodes, endpoints, roles, end of validity")
  .flags({
    output: string({
      short: "o",
      default: "text",
      values: ["json", "text", "yaml"],
      help: "how to print it",
      since: "v1.8",
    }),
  })
  .example("osctl config info", "Who am I to the cluster, and for how long")
  .example("osctl --context lab config info", 'The same of the context "lab"')
  .run(async (context, { flags }) => {
    const { contextInfo, loadConfig, renderInfo, selectContext } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const config = await loadConfig(flags.osconfig, context);
    const info = contextInfo(selectContext(config, flags.context), context.clock.now());
    const format = flags.output === "json" || flags.output === "yaml" ? flags.output : "text";
    await context.stdout.write(renderInfo(info, format, context.release));
  });
