import { command } from "./wiring.ts";

export default command("read")
  .alias("cat")
  .summary("Print a file of a node")
  .details("The file's bytes go to standard output as they are. Works on one node at a time.")
  .args({ path: "<path>" }, { path: "remotePath" })
  .example("osctl read /proc/version -n 10.5.0.2", "Print the kernel's version")
  .example("osctl read /var/log/audit.log > audit.log", "Save a file")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { bytesOf } = await import("../lib/client/mod.ts");
    const { pour } = await import("../lib/output/write_behind.ts");
    await using client = await context.openClient({ flags });
    const node = client.singleNode("read");
    await pour(bytesOf(client.stream(MachineService.Read, args, node)), context.stdout);
  });
