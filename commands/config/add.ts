import { string } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("add")
  .summary("Add a context")
  .details(
    "Copies the certificates and the key into the client configuration. Replaces a " +
      "context of the same name and prints its former values on stderr. The current context " +
      "does not change.",
  )
  .args({ context: "<context>" }, { context: "context" })
  .flags({
    ca: string({
      help: "CA certificate file",
      placeholder: "path",
      complete: "localFile",
    }),
    crt: string({
      help: "client certificate file",
      placeholder: "path",
      complete: "localFile",
    }),
    key: string({ help: "client key file", placeholder: "path", complete: "localFile" }),
  })
  .example(
    "osctl config add lab --ca ca.crt --crt admin.crt --key admin.key",
    'Add context "lab"',
  )
  .run(async (context, { args, flags }) => {
    if (args.context === "") throw new OsctlError("usage", "the name of the context is empty");
    const { describeReplaced, editConfig, locateForWriting, readCredentialFiles, requirePlain } =
      await import("../../lib/osconfig/mod.ts");
    requirePlain(args.context, "the context name");
    const { escapeControls } = await import("../../lib/output/text.ts");
    const { warnings, ...credentials } = await readCredentialFiles(flags, context.cwd);
    const path = await locateForWriting(flags.osconfig, context);
    const replaced = await editConfig(path, context, (editor) => {
      const before = editor.config.contexts.get(args.context);
      editor.put(args.context, { endpoints: [], nodes: [], ...credentials });
      return before && describeReplaced(args.context, before, flags.osconfig);
    });
    for (const line of replaced ?? []) await context.stderr.write(`${escapeControls(line)}\n`);
    for (const warning of warnings) {
      await context.stderr.write(`osctl: warning: ${escapeControls(warning)}\n`);
    }
  });
