/** Keys, certificates and variables of UEFI Secure Boot. */
import { group } from "../../../lib/cli/command.ts";
import database from "./database.ts";
import inspect from "./inspect.ts";
import pcr from "./pcr.ts";
import { ownFlags } from "./secureboot_flags.ts";
import uki from "./uki.ts";

export default group("secureboot", {
  summary: "Generate Secure Boot keys and variables",
  since: "v1.8",
  flags: ownFlags,
  children: [database, inspect, pcr, uki],
});
