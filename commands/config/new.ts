import { duration, strings } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("new")
  .summary("Make a client configuration file with credentials of its own")
  .details("A control plane node issues the certificate. The file must not exist yet.")
  .args({ path: "[<path>]" }, { path: "localFile" })
  .flags({
    crtTtl: duration({
      default: { "v1.4": 87600 * 3600 * 1000, "v1.8": 8760 * 3600 * 1000 },
      help: "how long the certificate is valid",
    }),
    roles: strings({
      default: ["os:admin"],
      help: "roles of the certificate",
      complete: "role",
    }),
  })
  .example(
    "osctl -n 10.0.0.2 config new --roles os:reader --crt-ttl 24h reader",
    "A day of reading for somebody else",
  )
  .run(async (context, { args, flags }) => {
    const { newClientConfig } = await import("../../lib/client/new_config.ts");
    await using client = await context.openClient({ flags });
    await newClientConfig(client, {
      path: args.path ?? "osconfig",
      cwd: context.cwd,
      roles: flags.roles,
      ttlMs: flags.crtTtl,
    });
  });
