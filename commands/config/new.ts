import { duration, strings } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("new")
  .summary("Generate a client configuration with new credentials")
  .callsNodes()
  .details(
    "A control plane node issues the certificate. The file must not exist.",
  )
  .args({ path: "[<path>]" }, { path: "localFile" })
  .flags({
    crtTtl: duration({
      default: { "v1.4": 87600 * 3600 * 1000, "v1.8": 8760 * 3600 * 1000 },
      help: "certificate lifetime",
    }),
    roles: strings({
      default: ["os:admin"],
      help: "certificate roles",
      complete: "role",
    }),
  })
  .example(
    "osctl -n 10.0.0.2 config new --roles os:reader --crt-ttl 24h reader",
    "Generate read-only credentials, valid for one day",
  )
  .run(async (context, { args, flags }) => {
    const { createClientConfig } = await import(
      "../../lib/node/client_config/mod.ts"
    );
    const { loadClientConfig, selectContext } = await import("../../lib/osconfig/mod.ts");
    await using client = await context.openClient({ connection: flags, selectControlPlane: true });
    const { record } = selectContext(
      await loadClientConfig(flags.osconfig, context),
      flags.context,
    );
    await createClientConfig(client, {
      proxyUrl: record.proxyUrl,
      path: args.path ?? "osconfig",
      cwd: context.cwd,
      roles: flags.roles,
      ttlMs: flags.crtTtl,
    });
  });
