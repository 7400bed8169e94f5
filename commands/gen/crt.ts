import { string } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";
import { groupFlags, hours, need, refuseControls, ttlOf } from "./group_flags.ts";

export default command("crt")
  .summary("Sign a client certificate request")
  .details(
    "Writes <name>.crt with mode 0600. The name may contain a path. --ca takes the base " +
      "name of the CA files, without .crt and .key, or the path of the CA certificate.",
  )
  .flags({
    ca: string({
      help: "base name of the CA files, or CA certificate path (required)",
      placeholder: "path",
      complete: "localFile",
    }),
    csr: string({
      help: "certificate request file (required)",
      placeholder: "path",
      complete: "localFile",
    }),
    hours: hours(24),
    name: string({ help: "output file name without .crt (required)", complete: "localFile" }),
  })
  .inherits(groupFlags)
  .example(
    "osctl gen crt --ca acme --csr jane.csr --name jane",
    "Sign jane.csr with acme.crt and acme.key",
  )
  .run(async (context, { flags }) => {
    const { ca, csr, name, force } = flags;
    need({ ca, csr, name });
    refuseControls({ name });
    const ttl = ttlOf(flags.hours, context.clock);

    const { readTextIn, rejectExistingFiles, requireParentFolders, writeSecretFiles } =
      await import(
        "../../lib/platform/new_files.ts"
      );
    const place = { cwd: context.cwd, force };
    const target = `${name}.crt`;
    await requireParentFolders([target], place);
    const paths = await locateAuthority(ca, context.cwd);
    await rejectExistingFiles([target], place, [paths.crt, paths.key, csr]);

    const { readAuthority, readRequest, signRequest } = await import("../../lib/pki/mod.ts");
    const authority = await readAuthority({
      crt: await readTextIn(paths.crt, place),
      key: await readTextIn(paths.key, place),
    }, { crt: `"${paths.crt}"`, key: `"${paths.key}"` });
    const request = await readRequest(await readTextIn(csr, place), `"${csr}"`);
    const crt = await signRequest(authority, request, { ttl }, context);
    await writeSecretFiles({ [target]: crt }, place);
  });

/**
 * Returns the certificate and key paths of a CA, from their common name without extension or from the
 * path of the certificate.
 */
async function locateAuthority(name: string, cwd: string): Promise<{ crt: string; key: string }> {
  const { resolve } = await import("../../lib/platform/paths.ts");
  const { exists } = await import("../../lib/platform/files.ts");
  const { replaceExtension } = await import("../../lib/platform/new_files.ts");
  const crt = `${name}.crt`;
  if (await exists(resolve(cwd, crt))) return { crt, key: `${name}.key` };
  if (await exists(resolve(cwd, name))) return { crt: name, key: replaceExtension(name, ".key") };
  throw new OsctlError("file", `neither "${crt}" nor "${name}" exists`, {
    hint: "use the name of the CA files without .crt and .key, or the path of the certificate",
  });
}
