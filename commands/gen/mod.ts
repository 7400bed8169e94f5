/** What is made without a node: authorities, keys, requests, certificates. */
import { group } from "../../lib/cli/command.ts";
import ca from "./ca.ts";
import crt from "./crt.ts";
import csr from "./csr.ts";
import { groupFlags } from "./group_flags.ts";
import key from "./key.ts";
import keypair from "./keypair.ts";

export default group("gen", {
  summary: "Make authorities, certificates and private keys",
  flags: groupFlags,
  children: [ca, crt, csr, key, keypair],
});
