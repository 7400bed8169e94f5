import { bool } from "../../lib/cli/flags.ts";
import { unaskable } from "../../lib/platform/unaskable.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("remove")
  .summary("Remove contexts")
  .details(
    "The current context cannot be removed. In a pattern, * matches any characters.",
  )
  .args({ context: "<context>" }, { context: "context" })
  .flags({
    dryRun: bool({ help: "print what would be removed" }),
    noconfirm: bool({ short: "y", help: "skip the confirmation" }),
  })
  .example("osctl config remove lab", 'Remove context "lab"')
  .example("osctl config remove 'test-*' -y", "Remove contexts by pattern, without confirmation")
  .run(async (context, { args, flags }) => {
    const { contextsMatching, editExisting, loadClientConfig } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const { escapeControls } = await import("../../lib/output/text.ts");
    if (args.context === "") throw new OsctlError("usage", "the name of the context is empty");
    const config = await loadClientConfig(flags.osconfig, context);
    const chosen: string[] = [];
    const reason = unaskable(context.terminal);
    for (const name of contextsMatching(config, args.context)) {
      const shown = escapeControls(name);
      if (name === config.current) {
        await context.stderr.write(
          `osctl: cannot remove the current context "${shown}"; ` +
            `first set another one with "osctl config context <name>"\n`,
        );
      } else if (flags.dryRun) {
        await context.stderr.write(`would remove context "${shown}"\n`);
      } else if (flags.noconfirm) {
        chosen.push(name);
      } else if (reason !== undefined) {
        throw new OsctlError(
          "usage",
          `cannot confirm the removal of context "${shown}": ${reason}`,
          { hint: "pass -y to skip the confirmation" },
        );
      } else if (await context.prompts.confirm(`Remove context "${shown}"?`)) {
        chosen.push(name);
      }
    }
    if (chosen.length === 0) return;
    const removed = await editExisting(flags.osconfig, context, (editor) => {
      // Another process may have made one of them current in the meantime.
      const { current } = editor.config;
      const names = chosen.filter((name) => name !== current);
      for (const name of names) editor.remove(name);
      return names;
    });
    const lines = removed.map((name) => `removed context "${escapeControls(name)}"\n`);
    await context.stderr.write(lines.join(""));
  });
