import { bool, string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags, hours, need, refuseControls, ttlOf } from "./group_flags.ts";

export default command("ca")
  .summary("Make a self-signed certificate authority")
  .details(
    "Writes <organization>.crt, <organization>.key and <organization>.sha256 (the fingerprint of " +
      "the public key), readable by you only. The organization may contain a path.",
  )
  .flags({
    hours: hours(87600),
    organization: string({ help: "the authority's name, and that of its files (required)" }),
    rsa: bool({ help: "make a 4096 bit RSA key instead of an Ed25519 key" }),
  })
  .inherits(groupFlags)
  .example("osctl gen ca --organization acme", "Make acme.crt, acme.key and acme.sha256")
  .run(async (context, { flags }) => {
    const { organization, force } = flags;
    need({ organization });
    refuseControls({ organization });
    const ttl = ttlOf(flags.hours, context.clock);

    const { refuseExisting, requireFolders, writeSecrets } = await import(
      "../../lib/platform/new_files.ts"
    );
    const { createCa, spkiFingerprint } = await import("../../lib/pki/mod.ts");
    const place = { cwd: context.cwd, force };
    const [crt, key, sha256] = ["crt", "key", "sha256"].map((end) => `${organization}.${end}`);
    await requireFolders([key!], place);
    await refuseExisting([crt!, key!, sha256!], place);

    const ca = await createCa(
      { organization, kind: flags.rsa ? "rsa" : "ed25519", ttl },
      context,
    );
    const { hex } = await spkiFingerprint(ca.crt);
    await writeSecrets({ [key!]: ca.key, [crt!]: ca.crt, [sha256!]: `sha256:${hex}` }, place);
  });
