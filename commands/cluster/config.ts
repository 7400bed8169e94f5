import { bool, duration, string, strings } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { fileFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("config")
  .summary("Generate a client configuration from a cluster file")
  .details(
    "Signs a client certificate with the CA in the secrets file; the endpoints are the " +
      "control plane nodes. Contacts no node.",
  )
  .flags({
    ...fileFlags,
    output: string({
      short: "o",
      default: "osconfig",
      help: "file to write, or - for stdout",
      placeholder: "path",
      complete: "localFile",
      extra: true,
    }),
    roles: strings({
      default: ["os:admin"],
      help: "certificate roles",
      complete: "role",
      extra: true,
    }),
    crtTtl: duration({
      default: 8760 * 3600 * 1000,
      help: "certificate lifetime",
      extra: true,
    }),
    force: bool({ help: "replace an existing file", extra: true }),
  })
  .example("osctl cluster config", "Write osconfig, for osctl config merge")
  .example(
    "osctl cluster config --roles os:reader --crt-ttl 24h -o reader",
    "Write read-only credentials, valid for one day",
  )
  .extra()
  .run(async (context, { flags, given }) => {
    rejectLocalFlags(given);
    const { writeClientConfig } = await import(
      "../../lib/console/cluster/client_config.ts"
    );
    await writeClientConfig(context, flags);
  });
