import { OS_VERSION, PRODUCT } from "../lib/distribution.ts";
import { bool } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("version")
  .summary("Print client and node versions")
  .section("Read nodes")
  .localWith("client")
  .paged()
  .flags({
    client: bool({ help: "print the client version only" }),
    insecure: bool({
      short: "i",
      help: "use the maintenance service, without client authentication",
    }),
    short: bool({ help: "print the client version on one line" }),
    check: bool({ help: "compare osctl with its newest release", extra: true }),
    json: bool({
      help: "print one JSON object per node, in the protobuf mapping",
      hidden: true,
      extra: true,
    }),
  })
  .flags(outputFlags)
  .example("osctl version --client", "Print the client version without connecting")
  .example("osctl version --check", "Check for a newer release of osctl")
  .example("osctl version -n 10.5.0.2,10.5.0.3", "Print the versions of two nodes")
  .run(async (context, { flags }) => {
    if (flags.check) {
      const { checkRelease, formatRelease, releaseView } = await import(
        "../lib/node/version/check_release.ts"
      );
      const { VERSION } = await import("../lib/platform/build.ts");
      const { printRows } = await import("../lib/output/print_rows.ts");
      const found = await checkRelease(context, VERSION);
      if (flags.output === "table") return await context.stdout.write(formatRelease(found));
      return await printRows(context, [found], releaseView, flags);
    }
    const { clientFields, clientVersion, formatBuild, formatJson, formatOwnVersion, ...rest } =
      await import("../lib/node/version/mod.ts");
    const { formatVersions, versionView } = rest;
    const { readCommit, VERSION } = await import("../lib/platform/build.ts");
    const { stdout, release, spawn } = context;
    const tag = OS_VERSION[release];
    const readOwn = async () => ({ version: VERSION, commit: await readCommit(spawn) });
    const formatClient = async () => {
      if (flags.short) return `${PRODUCT} ${tag}\n`;
      const own = await readOwn();
      return formatBuild(clientVersion(tag, own.commit)) + formatOwnVersion(own);
    };
    if (flags.output === "table" && !flags.json) {
      await stdout.write(`Client:\n${await formatClient()}${flags.client ? "" : "Server:\n"}`);
      if (flags.client) return;
    }
    if (flags.client && !flags.json) {
      const { printRows } = await import("../lib/output/print_rows.ts");
      const own = await readOwn();
      const row = { version: clientVersion(tag, own.commit), own };
      const view = { name: "node", columns: [], fields: clientFields };
      return await printRows(context, [row], view, flags);
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    const { warnUnknownReleases } = await import("../lib/node/version/version_skew.ts");
    const tags: { node: string; tag: string }[] = [];
    const printing = printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Version, {}),
      toRows: (version, node) => {
        tags.push({ node, tag: version.version?.tag ?? "" });
        return [version];
      },
      view: versionView,
      toText: flags.json ? formatJson : formatVersions,
      insecure: flags.insecure,
    });
    try {
      await printing;
    } finally {
      const warning = warnUnknownReleases(tags);
      if (warning !== undefined) await context.stderr.write(warning);
    }
  });
