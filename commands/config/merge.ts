import { command } from "../wiring.ts";

export default command("merge")
  .summary("Merge contexts from another client configuration")
  .details(
    "A context whose name is in use gets a numeric suffix; an identical one is not added " +
      "again. The current context of the merged file becomes the current one.",
  )
  .args({ from: "<from>" }, { from: "localFile" })
  .example("osctl config merge ./osconfig", "Merge a generated file")
  .run(async (context, { args, flags }) => {
    const {
      describeMerge,
      editConfig,
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
      await context.stderr.write(
        `"${escapeControls(args.from)}" has no contexts; nothing was merged\n`,
      );
      return;
    }
    requirePlainNames(foreign.config);
    const path = await locateForWriting(flags.osconfig, context);
    const report = await editConfig(path, context, (editor) => {
      const before = editor.config.current;
      return describeMerge(mergeConfig(editor, foreign), before, flags.osconfig);
    });
    for (const line of report) await context.stderr.write(`${escapeControls(line)}\n`);
  });
