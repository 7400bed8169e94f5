import { bool, oneOf } from "../lib/cli/flags.ts";
import { command } from "./wiring.ts";

export default command("explain")
  .summary("Explain a section or field of the machine configuration")
  .details(
    "A path joins names with points; it may leave out items of lists and names in maps. A further " +
      "document starts with its kind. Without a path, lists what there is.",
  )
  .args({ path: "[path]" }, { path: "schemaPath" })
  .flags({
    recursive: bool({ short: "R", help: "list everything below", extra: true }),
    output: oneOf(["text", "json", "yaml"], {
      short: "o",
      default: "text",
      help: "print for people, or as one object for programs",
      extra: true,
    }),
  })
  .example("osctl explain", "What there is")
  .example("osctl explain machine.kubelet.extraMounts", "One field, and what is in it")
  .example("osctl explain NetworkRuleConfig --recursive", "Everything in a kind of document")
  .extra()
  .run(async (context, { args, flags }) => {
    const { explain } = await import("../lib/machineconfig/explain/mod.ts");
    const { coloursFor } = await import("../lib/output/colour.ts");
    const { columnsOf } = await import("../lib/output/wrap.ts");
    const text = await explain(args.path, {
      width: columnsOf(context.terminal),
      colours: coloursFor(context),
      release: context.release,
      recursive: flags.recursive,
      format: flags.output,
    });
    await context.stdout.write(text);
  });
