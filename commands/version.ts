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
    const { buildBlock, clientVersion, nodeBlock, protocolJson, versionFields } = await import(
      "../lib/node/version/version_view.ts"
    );
    const { stdout, release } = context;
    const tag = OS_VERSION[release];
    const forPeople = flags.output === "table" && !flags.json;
    if (forPeople) {
      const own = flags.short ? `${PRODUCT} ${tag}\n` : buildBlock(clientVersion(tag));
      await stdout.write(`Client:\n${own}${flags.client ? "" : "Server:\n"}`);
      if (flags.client) return;
    }
    const { createRecordWriter, writeRows } = await import("../lib/output/rows.ts");
    const format = flags.output === "yaml" ? "yaml" : "json";
    const records = createRecordWriter(stdout, versionFields, { format });
    if (flags.client && !flags.json) {
      await writeRows(records, async () => {
        await records.add(null, { version: clientVersion(tag) });
      });
      return;
    }

    const { MachineService } = await import("../proto/machine.ts");
    const { splitResults, throwFailures } = await import("../lib/client/mod.ts");
    await using client = await context.openClient({ flags, insecure: flags.insecure });
    const ask = async () => splitResults(await client.call(MachineService.Version, {}));
    if (flags.output === "table") {
      const { values, failures } = await ask();
      const show = flags.json ? protocolJson : nodeBlock;
      for (const { node, value } of values) await stdout.write(show(node, value));
      throwFailures(failures);
      return;
    }
    await writeRows(records, async () => {
      const { values, failures } = await ask();
      for (const { node, value } of values) await records.add(node, value);
      throwFailures(failures);
    });
  });
