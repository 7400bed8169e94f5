import { string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("info")
  .summary("Show the current context and certificate expiry")
  .paged()
  .flags({
    output: string({
      short: "o",
      default: "text",
      values: ["json", "text", "yaml"],
      help: "output format",
      since: "v1.8",
    }),
  })
  .example("osctl config info", "Print roles and certificate expiry")
  .example("osctl --context lab config info", 'Show context "lab"')
  .run(async (context, { flags }) => {
    const { createColours } = await import("../../lib/output/colour.ts");
    const { contextInfo, expiryTint, loadClientConfig, renderInfo, selectContext } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const config = await loadClientConfig(flags.osconfig, context);
    const selected = selectContext(config, flags.context);
    const now = context.clock.now();
    const format = flags.output === "json" || flags.output === "yaml" ? flags.output : "text";
    const info = contextInfo(selected, now, format === "text" ? context.times : undefined);
    const tint = expiryTint(selected, now);
    const paint = tint && createColours(context)[tint];
    await context.stdout.write(renderInfo(info, format, context.release, paint));
  });
