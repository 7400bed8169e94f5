import { string } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("add")
  .summary("Add a context")
  .details(
    "The certificates and the key are copied into the client configuration. A context of the same " +
      "name is replaced; the current context stays.",
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
    if ((flags.crt === "") !== (flags.key === "")) {
      throw new OsctlError("usage", "--crt and --key belong together, but only one is given", {
        hint: "give both or none",
      });
    }
    const { editConfig, encodeBase64, locateForWriting, requirePlain } = await import(
      "../../lib/osconfig/mod.ts"
    );
    requirePlain(args.context, "the context name");
    const { readBytes } = await import("../../lib/platform/files.ts");
    const { resolve } = await import("../../lib/platform/paths.ts");
    const encoded = async (path: string) =>
      path === "" ? "" : encodeBase64(await readBytes(resolve(context.cwd, path)));
    const [ca, crt, key] = [
      await encoded(flags.ca),
      await encoded(flags.crt),
      await encoded(flags.key),
    ];
    const path = await locateForWriting(flags.osconfig, context);
    await editConfig(path, context, (editor) => {
      editor.put(args.context, { endpoints: [], nodes: [], ca, crt, key });
    });
  });
