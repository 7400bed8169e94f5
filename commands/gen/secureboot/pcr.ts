import { command } from "../../wiring.ts";
import { generateInto, secureBootFlags } from "./secureboot_flags.ts";

export default command("pcr")
  .summary("Generate a TPM PCR signing key")
  .details("Writes pcr-signing-key.pem, a 2048-bit RSA key.")
  .inherits(secureBootFlags)
  .example("osctl gen secureboot pcr", "Generate _out/pcr-signing-key.pem")
  .run(async (context, { flags }) => {
    const name = "pcr-signing-key.pem";
    await generateInto(context, { ...flags, names: [name] }, async () => {
      const { encodeKey, generateKey } = await import("../../../lib/pki/mod.ts");
      const key = await generateKey("rsa", context.signal, { rsaBits: 2048 });
      return new Map([[name, encodeKey(key)]]);
    });
  });
