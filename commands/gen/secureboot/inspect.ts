import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

/** Maximum size of a file, bytes; dbx of current firmware has about 25 KiB. */
const MAX_BYTES = 4 * 2 ** 20;

export default command("inspect")
  .summary("Print the signatures of Secure Boot variables")
  .paged()
  .details(
    "Reads signed variables (.auth), signature lists (.esl) and files of efivarfs. Verifies " +
      "the signature of a signed variable with the certificate that it contains; VARIABLE is " +
      "the variable that was signed. JSON and YAML contain the fields variable, type, owner, " +
      "subject, issuer, notBefore, notAfter, digest, size, signature, signer, timestamp.",
  )
  .args({ file: "<file>" })
  .flags(tableFlags)
  .extra()
  .example("osctl gen secureboot inspect _out/db.auth", "Print the certificates of db.auth")
  .example(
    "osctl gen secureboot inspect -o json " +
      "/sys/firmware/efi/efivars/db-d719b2cb-3d3a-4596-a3bc-dad00e67656f",
    "Print the certificates that this machine trusts",
  )
  .run(async (context, { args, flags }) => {
    const { readBytes } = await import("../../../lib/platform/files.ts");
    const { resolve } = await import("../../../lib/platform/paths.ts");
    const { printRows } = await import("../../../lib/output/print_rows.ts");
    const { inspectSignatures, signaturesView } = await import(
      "../../../lib/secureboot/inspect.ts"
    );
    const { file } = args;
    const bytes = await readBytes(resolve(context.cwd, file), { bytes: MAX_BYTES });
    await printRows(context, await inspectSignatures(bytes, `"${file}"`), signaturesView, flags);
  });
