import { string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags, need, refuseControls } from "./group_flags.ts";

export default command("keypair")
  .summary("Generate an Ed25519 key and self-signed certificate")
  .details(
    "Writes <organization>.crt and <organization>.key with mode 0600. The certificate is " +
      "a CA certificate and expires after 24 hours.",
  )
  .flags({
    ip: string({ help: "IP address SAN", placeholder: "address" }),
    organization: string({
      help: "organization of the certificate and base name of its files (required)",
    }),
  })
  .inherits(groupFlags)
  .example("osctl gen keypair --organization lab --ip 10.5.0.2", "Generate lab.crt and lab.key")
  .run(async (context, { flags }) => {
    const { organization, ip, force } = flags;
    need({ organization });
    refuseControls({ organization });
    const { createCa, parseRequiredIp } = await import("../../lib/pki/mod.ts");
    if (ip !== "") parseRequiredIp(ip, "--ip", "usage");

    const { rejectExistingFiles, requireParentFolders, writeSecretFiles } = await import(
      "../../lib/platform/new_files.ts"
    );
    const place = { cwd: context.cwd, force };
    const [crt, key] = [`${organization}.crt`, `${organization}.key`];
    await requireParentFolders([key], place);
    await rejectExistingFiles([crt, key], place);

    const ttl = 24 * 3_600_000;
    const pair = await createCa({ organization, ttl, ips: ip === "" ? [] : [ip] }, context);
    await writeSecretFiles({ [key]: pair.key, [crt]: pair.crt }, place);
  });
