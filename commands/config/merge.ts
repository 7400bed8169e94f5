import { bool } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("merge")
  .summary("Merge contexts from another client configuration")
  .details(
    "A context whose name is taken gets a numeric suffix; an identical context is skipped. " +
      "The current context of the merged file becomes the current one.",
  )
  .args({ from: "<from>" }, { from: "localFile" })
  .flags({
    replace: bool({
      help: "update the context with the same name, or the same cluster and roles, in place",
      extra: true,
    }),
  })
  .example("osctl config merge ./osconfig", "Merge a generated file")
  .example("osctl config merge --replace ./osconfig", "Renew the credentials of a context")
  .run(async (context, { args, flags }) => {
    const {
      describeMerge,
      editConfig,
      expiredContexts,
      loadFile,
      locateForWriting,
      mergeConfig,
      requirePlainNames,
    } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const { escapeControls } = await import("../../lib/output/text.ts");
    const { resolve } = await import("../../lib/platform/paths.ts");
    const foreign = await loadFile(resolve(context.cwd, args.from));
    if (foreign.config.contexts.size === 0) {
      throw new OsctlError("input", `"${args.from}" has no contexts`, {
        hint: 'merge a client configuration, such as the "osconfig" of "osctl gen config"',
      });
    }
    requirePlainNames(foreign.config);
    const path = await locateForWriting(flags.osconfig, context);
    const report = await editConfig(path, context, (editor) => {
      const before = editor.config.current;
      return describeMerge(
        mergeConfig(editor, foreign, { replace: flags.replace }),
        before,
        flags.osconfig,
      );
    });
    for (const line of expiredContexts(foreign.config, context.clock.now())) {
      await context.stderr.write(`osctl: warning: ${escapeControls(line)}\n`);
    }
    for (const line of report) await context.stderr.write(`${escapeControls(line)}\n`);
  });
