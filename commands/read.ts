import { command } from "./wiring.ts";

export default command("read")
  .alias("cat")
  .summary("Print a file")
  .details(
    "Writes the file to stdout unchanged. Accepts one node.",
  )
  .args({ path: "<path>" }, { path: "remotePath" })
  .example("osctl read /proc/version -n 10.5.0.2", "Print the kernel version")
  .example("osctl read /var/log/audit.log > audit.log", "Save a file")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { toByteStream } = await import("../lib/client/mod.ts");
    const { pipeTo } = await import("../lib/output/write_behind.ts");
    await using client = await context.openClient({ flags });
    const node = client.singleNode("read");
    await pipeTo(toByteStream(client.stream(MachineService.Read, args, node)), context.stdout);
  });
