import { string, strings } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags, need } from "./group_flags.ts";

export default command("csr")
  .summary("Make a certificate request with a private key")
  .details(
    "Writes the request next to the key, with the ending .csr instead of the key's, readable by " +
      "you only. What the certificate allows is decided by its roles.",
  )
  .flags({
    ip: string({
      help: "the address the certificate is good for (required)",
      placeholder: "address",
    }),
    key: string({
      help: "path of the private key (required)",
      placeholder: "path",
      complete: "localFile",
    }),
    roles: strings({
      default: ["os:admin"],
      help: "what the certificate allows",
      complete: "role",
    }),
  })
  .inherits(groupFlags)
  .example(
    "osctl gen csr --key jane.key --ip 127.0.0.1 --roles os:reader",
    "Make jane.csr, a request for a certificate that may only read",
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
