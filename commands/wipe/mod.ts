/** Removal of data from block devices. */
import { group } from "../../lib/cli/command.ts";
import disk from "./disk.ts";

export default group("wipe", {
  summary: "Wipe block devices",
  section: "Change nodes",
  extra: true,
  children: [disk],
});
