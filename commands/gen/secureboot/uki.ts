import { string } from "../../../lib/cli/flags.ts";
import { command } from "../../wiring.ts";
import { need, refuseControls } from "../group_flags.ts";
import { generateInto, secureBootFlags } from "./secureboot_flags.ts";

export default command("uki")
  .summary("Generate a boot image signing certificate")
  .details(
    "Writes uki-signing-cert.pem, uki-signing-cert.der and uki-signing-key.pem: a 4096-bit RSA " +
      "key and its self-signed certificate, valid for ten years.",
  )
  .flags({
    commonName: string({
      default: "Test UKI Signing Key",
      help: "organization of the certificate",
      placeholder: "name",
    }),
  })
  .inherits(secureBootFlags)
  .example(
    'osctl gen secureboot uki --common-name "Lab boot images"',
    "Generate the files in _out",
  )
  .run(async (context, { flags }) => {
    const { commonName } = flags;
    need({ commonName });
    refuseControls({ commonName });
    const names = ["uki-signing-cert.pem", "uki-signing-cert.der", "uki-signing-key.pem"] as const;
    await generateInto(context, { ...flags, names }, async () => {
      const { createCa, readCertificate } = await import("../../../lib/pki/mod.ts");
      const { withProgress } = await import("../../../lib/output/progress.ts");
      const { crt, key } = await withProgress(
        context,
        "generating a 4096-bit RSA key",
        () => createCa({ organization: commonName, kind: "rsa" }, context),
      );
      const [pem, der, secret] = names;
      return new Map<string, string | Uint8Array>([
        [pem, crt],
        [der, readCertificate(crt).der],
        [secret, key],
      ]);
    });
  });
