import { string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags, need, refuseControls } from "./group_flags.ts";

export default command("key")
  .summary("Generate an Ed25519 private key")
  .details(
    "Writes <name>.key with mode 0600. The name may contain a path.",
  )
  .flags({
    name: string({ help: "output file name without .key (required)", complete: "localFile" }),
  })
  .inherits(groupFlags)
  .example("osctl gen key --name jane", "Generate jane.key")
  .run(async (context, { flags }) => {
    const { name, force } = flags;
    need({ name });
    refuseControls({ name });

    const { rejectExistingFiles, requireParentFolders, writeSecretFiles } = await import(
      "../../lib/platform/new_files.ts"
    );
    const { encodeKey, generateKey } = await import("../../lib/pki/mod.ts");
    const place = { cwd: context.cwd, force };
    const target = `${name}.key`;
    await requireParentFolders([target], place);
    await rejectExistingFiles([target], place);
    await writeSecretFiles({ [target]: encodeKey(await generateKey("ed25519")) }, place);
  });
