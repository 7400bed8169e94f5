import { string } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("add")
  .summary("Add a context")
  .details(
    "The certificates and the key are copied into the client configuration. A context of the same " +
      "name is replaced, and stderr shows what it had; the current context stays.",
  )
  .args({ context: "<context>" }, { context: "context" })
  .flags({
    ca: string({
      help: "file with the CA certificate",
      placeholder: "path",
      complete: "localFile",
    }),
    crt: string({
      help: "file with the client certificate",
      placeholder: "path",
      complete: "localFile",
    }),
    key: string({ help: "file with the client key", placeholder: "path", complete: "localFile" }),
  })
  .example(
    "osctl config add lab --ca ca.crt --crt admin.crt --key admin.key",
    'Add the context "lab"',
  )
  .run(async (context, { args, flags }) => {
    if (args.context === "") throw new OsctlError("usage", "the name of the context is empty");
    const { describeReplaced, editConfig, locateForWriting, readCredentialFiles, requirePlain } =
      await import("../../lib/osconfig/mod.ts");
    requirePlain(args.context, "the context name");
    const { printable } = await import("../../lib/output/text.ts");
    const { warnings, ...credentials } = await readCredentialFiles(flags, context.cwd);
    const path = await locateForWriting(flags.osconfig, context);
    const replaced = await editConfig(path, context, (editor) => {
      const before = editor.config.contexts.get(args.context);
      editor.put(args.context, { endpoints: [], nodes: [], ...credentials });
      return before && describeReplaced(args.context, before, flags.osconfig);
    });
    for (const line of replaced ?? []) await context.stderr.write(`${printable(line)}\n`);
    for (const warning of warnings) {
      await context.stderr.write(`osctl: warning: ${printable(warning)}\n`);
    }
  });
