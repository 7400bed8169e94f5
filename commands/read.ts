import { OsctlError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

export default command("read")
  .alias("cat")
  .summary("Print a file")
  .section("Read nodes")
  .paged()
  .details(
    "Writes the file to stdout unchanged. On a terminal, escapes control characters of text and " +
      "prompts before printing binary data. Accepts one node.",
  )
  .args({ path: "<path>" }, { path: "remotePath" })
  .example("osctl read /proc/version -n 10.5.0.2", "Print the kernel version")
  .example("osctl read /var/log/audit.log > audit.log", "Save a file")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { toByteStream } = await import("../lib/client/mod.ts");
    const { pipeTo } = await import("../lib/output/write_behind.ts");
    await using client = await context.openClient({ connection: flags });
    const node = client.singleNode("read");
    const content = toByteStream(client.stream(MachineService.Read, args, node));
    if (context.terminal.isTerminal("stdout")) {
      const { hasColour } = await import("../lib/output/colour.ts");
      const { toTerminal } = await import("../lib/output/terminal_text.ts");
      const confirm = () => confirmBinary(args.path);
      const colour = hasColour(context);
      await pipeTo(toTerminal(content, { colour, confirm }), context.stdout);
      return;
    }
    const { ByteProgress } = await import("../lib/output/progress.ts");
    const progress = new ByteProgress(context, `read ${args.path}`);
    try {
      await pipeTo(progress.count(content), context.stdout);
    } finally {
      await progress.end();
    }

    async function confirmBinary(path: string): Promise<void> {
      const isInteractive = context.terminal.isTerminal("stdin");
      const question = `"${path}" is binary. Print it on the terminal?`;
      if (isInteractive && await context.prompts.confirm(question)) return;
      throw new OsctlError("input", `"${path}" is binary and was not printed`, {
        hint: `save it with "osctl read ${path} > <file>"`,
      });
    }
  });
