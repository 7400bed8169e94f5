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
    const { createRequest, parseRoles, readKey, parseRequiredIp } = await import(
      "../../lib/pki/mod.ts"
    );
    parseRequiredIp(ip, "--ip", "usage");
    const organizations = parseRoles(flags.roles, "--roles");

    const { readTextIn, rejectExistingFiles, replaceExtension, writeSecretFiles } = await import(
      "../../lib/platform/new_files.ts"
    );
    const place = { cwd: context.cwd, force };
    const target = replaceExtension(keyPath, ".csr");
    await rejectExistingFiles([target], place, [keyPath]);

    const key = await readKey(await readTextIn(keyPath, place), `"${keyPath}"`);
    const request = await createRequest(key, { organizations, ips: [ip] });
    await writeSecretFiles({ [target]: request }, place);
  });
