import { bool, int, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

export default command("support")
  .summary("Collect debug information in a zip archive")
  .section("Read nodes")
  .details(
    "Per node: kernel, service and kube-system container logs, resources, the dependency " +
      "graph, processes, mounts, disk statistics, PCI devices and versions. Per cluster: " +
      "Kubernetes nodes and kube-system pods. Secrets of resources are redacted; logs are " +
      "included as they are. manifest.json lists the content and what could not be collected. " +
      "After ^C, the archive contains what was collected so far.",
  )
  .flags({
    numWorkers: int({
      short: "w",
      default: 1,
      help: "files to collect at the same time, per node",
    }),
    output: string({
      short: "O",
      complete: "localFile",
      help: "path of the archive (default support.zip)",
      placeholder: "file",
    }),
    verbose: bool({ short: "v", help: "print a line per collected file" }),
    force: bool({ help: "overwrite an existing file", extra: true }),
  })
  .example("osctl support -n 10.5.0.2,10.5.0.3", "Save support.zip for two nodes")
  .example("osctl support -O /tmp/lab.zip --force", "Replace a bundle of the configured nodes")
  .run(async (context, { flags }) => {
    if (flags.numWorkers < 1) {
      throw new OsctlError(
        "usage",
        `invalid value "${flags.numWorkers}" for --num-workers: not positive`,
      );
    }
    const { runSupport } = await import("../lib/console/support/run_support.ts");
    await runSupport(context, flags);
  });
