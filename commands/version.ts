import { OS_VERSION, PRODUCT } from "../lib/distribution.ts";
import { bool } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("version")
  .summary("Print client and node versions")
  .flags({
    client: bool({ help: "print the client version only" }),
    insecure: bool({
      short: "i",
      help: "use the maintenance service, without client authentication",
    }),
    short: bool({ help: "print the client version on one line" }),
    json: bool({
      help: "print one JSON object per node, in the protobuf mapping",
      hidden: true,
      extra: true,
    }),
  })
  .flags(outputFlags)
  .example("osctl version --client", "Print the client version without connecting")
  .example("osctl version -n 10.5.0.2,10.5.0.3", "Print the versions of two nodes")
  .run(async (context, { flags }) => {
    const { clientVersion, formatBuild, formatJson, formatVersions, versionView } = await import(
      "../lib/node/version/mod.ts"
    );
    const { stdout, release } = context;
    const tag = OS_VERSION[release];
    if (flags.output === "table" && !flags.json) {
      const client = flags.short ? `${PRODUCT} ${tag}\n` : formatBuild(clientVersion(tag));
      await stdout.write(`Client:\n${client}${flags.client ? "" : "Server:\n"}`);
      if (flags.client) return;
    }
    if (flags.client && !flags.json) {
      const { createRecordWriter } = await import("../lib/output/rows.ts");
      const format = flags.output === "yaml" ? "yaml" : "json";
      const writer = createRecordWriter(stdout, versionView.fields, { format });
      await writer.add(null, { version: clientVersion(tag) });
      await writer.end();
      return;
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Version, {}),
      toRows: (version) => [version],
      view: versionView,
      toText: flags.json ? formatJson : formatVersions,
      insecure: flags.insecure,
    });
  });
