import { bool, string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags, hours, need, refuseControls, ttlOf } from "./group_flags.ts";

export default command("ca")
  .summary("Generate a self-signed CA")
  .details(
    "Writes <organization>.crt, <organization>.key and <organization>.sha256 (the " +
      "fingerprint of the public key), all with mode 0600. The organization may contain a " +
      "path.",
  )
  .flags({
    hours: hours(87600),
    organization: string({ help: "organization of the CA and base name of its files (required)" }),
    rsa: bool({ help: "generate a 4096-bit RSA key instead of Ed25519" }),
  })
  .inherits(groupFlags)
  .example("osctl gen ca --organization acme", "Generate acme.crt, acme.key and acme.sha256")
  .run(async (context, { flags }) => {
    const { organization, force } = flags;
    need({ organization });
    refuseControls({ organization });
    const ttl = ttlOf(flags.hours, context.clock);

    const { rejectExistingFiles, requireParentFolders, writeSecretFiles } = await import(
      "../../lib/platform/new_files.ts"
    );
    const { createCa, computeSpkiFingerprint } = await import("../../lib/pki/mod.ts");
    const place = { cwd: context.cwd, force };
    const [crt, key, sha256] = ["crt", "key", "sha256"].map((end) => `${organization}.${end}`);
    await requireParentFolders([key!], place);
    await rejectExistingFiles([crt!, key!, sha256!], place);

    const { withProgress } = await import("../../lib/output/progress.ts");
    const kind = flags.rsa ? "rsa" : "ed25519";
    const ca = await withProgress(
      context,
      "generating a 4096-bit RSA key",
      () => createCa({ organization, kind, ttl }, context),
    );
    const { hex } = await computeSpkiFingerprint(ca.crt);
    await writeSecretFiles({ [key!]: ca.key, [crt!]: ca.crt, [sha256!]: `sha256:${hex}` }, place);
  });
