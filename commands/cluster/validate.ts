import { command } from "../wiring.ts";
import { fileFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("validate")
  .summary("Validate a cluster file")
  .details(
    "Checks the file, its includes and patches and, if the secrets file exists, the machine " +
      "configuration of every node. Contacts no node.",
  )
  .flags(fileFlags)
  .example("osctl cluster validate", "Check cluster.yaml")
  .example("osctl cluster validate -f lab.yaml --var REGION=eu", "Check with a variable")
  .extra()
  .run(async (context, { flags, given }) => {
    rejectLocalFlags(given);
    const { validateCluster } = await import(
      "../../lib/console/cluster/validate_cluster.ts"
    );
    await validateCluster(context, flags);
  });
