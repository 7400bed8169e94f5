import { string, strings } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags, need } from "./group_flags.ts";

export default command("csr")
  .summary("Generate a certificate signing request")
  .details(
    "Writes the request next to the key, with the extension .csr and mode 0600. The roles " +
      "define the permissions of the certificate.",
  )
  .flags({
    ip: string({
      help: "IP address SAN (required)",
      placeholder: "address",
    }),
    key: string({
      help: "private key file (required)",
      placeholder: "path",
      complete: "localFile",
    }),
    roles: strings({
      default: ["os:admin"],
      help: "roles of the certificate",
      complete: "role",
    }),
  })
  .inherits(groupFlags)
  .example(
    "osctl gen csr --key jane.key --ip 127.0.0.1 --roles os:reader",
    "Generate jane.csr for a read-only certificate",
  )
  .run(async (context, { flags }) => {
    const { key: keyPath, ip, force } = flags;
    need({ key: keyPath, ip });
    const { createRequest, parseRoles, readKey, requireIp } = await import("../../lib/pki/mod.ts");
    requireIp(ip, "--ip", "usage");
    const organizations = parseRoles(flags.roles, "--roles");

    const { readPlaced, refuseExisting, withEnding, writeSecrets } = await import(
      "../../lib/platform/new_files.ts"
    );
    const place = { cwd: context.cwd, force };
    const target = withEnding(keyPath, ".csr");
    await refuseExisting([target], place, [keyPath]);

    const key = await readKey(await readPlaced(keyPath, place), `"${keyPath}"`);
    const request = await createRequest(key, { organizations, ips: [ip] });
    await writeSecrets({ [target]: request }, place);
  });
