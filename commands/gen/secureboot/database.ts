import { bool, string } from "../../../lib/cli/flags.ts";
import { command } from "../../wiring.ts";
import { generateInto, secureBootFlags } from "./secureboot_flags.ts";

/** Maximum size of an input file, bytes. */
const MAX_BYTES = 2 ** 20;

export default command("database")
  .summary("Generate signed UEFI Secure Boot variables")
  .details(
    "Writes db.auth, KEK.auth and PK.auth, which enrol a certificate in firmware in setup mode. " +
      "The default paths of the inputs do not depend on --output.",
  )
  .flags({
    enrolledCertificate: string({
      default: "_out/uki-signing-cert.pem",
      help: "certificate to enrol",
      placeholder: "path",
      complete: "localFile",
    }),
    includeWellKnownUefiCerts: bool({
      help: "add the certificates of Microsoft to KEK and db",
    }),
    signingCertificate: string({
      default: "_out/uki-signing-cert.pem",
      help: "certificate that signs the variables",
      placeholder: "path",
      complete: "localFile",
    }),
    signingKey: string({
      default: "_out/uki-signing-key.pem",
      help: "private key of the signing certificate",
      placeholder: "path",
      complete: "localFile",
    }),
  })
  .inherits(secureBootFlags)
  .example("osctl gen secureboot database", "Enrol the certificate of gen secureboot uki")
  .example(
    "osctl gen secureboot database --include-well-known-uefi-certs",
    "Also trust option ROMs and boot loaders signed by Microsoft",
  )
  .run(async (context, { flags }) => {
    const { enrolledCertificate, signingCertificate, signingKey } = flags;
    const sources = [enrolledCertificate, signingCertificate, signingKey];
    const names = ["db.auth", "KEK.auth", "PK.auth"];
    await generateInto(context, { ...flags, names, sources }, async () => {
      const { readBytes } = await import("../../../lib/platform/files.ts");
      const { resolve } = await import("../../../lib/platform/paths.ts");
      const { generateDatabase } = await import("../../../lib/secureboot/database.ts");
      const readInput = async (path: string) => ({
        name: `"${path}"`,
        bytes: await readBytes(resolve(context.cwd, path), { bytes: MAX_BYTES }),
      });
      return await generateDatabase({
        enrolled: await readInput(enrolledCertificate),
        certificate: await readInput(signingCertificate),
        key: await readInput(signingKey),
        wellKnown: flags.includeWellKnownUefiCerts,
        now: context.clock.now(),
      });
    });
  });
