/** Generation of secrets, configurations, keys and certificates. */
import { group } from "../../lib/cli/command.ts";
import ca from "./ca.ts";
import config from "./config.ts";
import crt from "./crt.ts";
import csr from "./csr.ts";
import { groupFlags } from "./group_flags.ts";
import key from "./key.ts";
import keypair from "./keypair.ts";
import secrets from "./secrets.ts";
import secureboot from "./secureboot/mod.ts";

export default group("gen", {
  summary: "Generate secrets, configurations, certificates and keys",
  section: "Keys",
  globals: [],
  flags: groupFlags,
  children: [ca, config, crt, csr, key, keypair, secrets, secureboot],
});
