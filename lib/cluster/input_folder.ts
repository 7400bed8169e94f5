/**
 * Configurations of `--input-dir`.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type Patch, patchText } from "../machineconfig/patch/mod.ts";
import { schemaRelease } from "../machineconfig/schema/releases.ts";
import { decodeBase64, parseConfig, selectContext } from "../osconfig/mod.ts";
import { readText, readTextIfPresent } from "../platform/files.ts";
import { join, resolve } from "../platform/paths.ts";
import type { CreateFlags } from "./create_flags.ts";
import type { ConfigClient, ConfigSource, ConfigSystem, ConfigType } from "./config_source.ts";
import { type CreateRequest, isControlPlane, type MachineSettings } from "./types.ts";

/** Flags of generated configurations, which a directory of configurations excludes. */
const GENERATION_FLAGS: readonly (keyof CreateFlags)[] = [
  "customCniUrl",
  "diskEncryptionKeyTypes",
  "dnsDomain",
  "encryptEphemeral",
  "encryptState",
  "endpoint",
  "installImage",
  "localproxyPort",
  "osVersion",
  "registryInsecureSkipVerify",
  "registryMirror",
  "withClusterDiscovery",
  "withDebug",
  "withMeshnet",
];

/** Names of a client configuration in the directory: ours, and talosctl's. */
const CLIENT_FILES = ["osconfig", "talosconfig"];

/**
 * Rejects a flag of generated configurations together with `--input-dir`.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function rejectGenerationFlags({ flags, given }: CreateRequest): void {
  if (flags.inputDir === "") return;
  const key = GENERATION_FLAGS.find((name) => given.has(name));
  if (key === undefined) return;
  const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new OsctlError("usage", `--${flag} and --input-dir exclude each other`, {
    hint: "change the configurations in the directory, or use --config-patch",
  });
}

/**
 * Reads the configurations of a directory: `controlplane.yaml`, `worker.yaml`, optionally `init.yaml`
 * and a client configuration.
 *
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function readInputFolder(
  { plan }: MachineSettings,
  { flags, release }: CreateRequest,
  { cwd }: ConfigSystem,
): Promise<ConfigSource> {
  const folder = resolve(cwd, flags.inputDir);
  const paths = {
    init: join(folder, "init.yaml"),
    controlplane: join(folder, "controlplane.yaml"),
    worker: join(folder, "worker.yaml"),
  };
  const texts: Record<ConfigType, string | undefined> = {
    init: await readTextIfPresent(paths.init),
    controlplane: await readText(paths.controlplane),
    worker: await readText(paths.worker),
  };
  const client = await readClient(folder);
  if (client === undefined && (flags.wait || flags.withApplyConfig)) {
    const flag = flags.wait ? "--wait" : "--with-apply-config";
    throw new OsctlError("input", `"${folder}" has no osconfig, which ${flag} requires`, {
      hint: flags.wait ? "add the file, or set --wait=false" : "add the file, or remove the flag",
    });
  }
  const nodes = plan.nodes.filter(isControlPlane).map(({ addresses }) => addresses[0]!);
  const schema = schemaRelease(release);
  return {
    release: schema,
    client: client === undefined ? undefined : { ...client, nodes },
    textOf(type: ConfigType, patches: readonly Patch[]) {
      const text = texts[type];
      if (text === undefined) {
        throw new OsctlError("file", `"${paths[type]}" does not exist`, {
          hint: "remove --with-init-node, or add the file",
        });
      }
      return patchText({ text, name: paths[type], release: schema }, patches);
    },
  };
}

/** Reads the current context of the client configuration, with its own endpoints. */
async function readClient(folder: string): Promise<Omit<ConfigClient, "nodes"> | undefined> {
  for (const name of CLIENT_FILES) {
    const path = join(folder, name);
    const text = await readTextIfPresent(path);
    if (text === undefined) continue;
    const { record } = selectContext(parseConfig(text, path, path).config, "");
    const decoded = [record.ca, record.crt, record.key]
      .map((value) => value === undefined ? undefined : decodeBase64(value));
    const [ca, crt, key] = decoded.map((bytes) =>
      bytes === undefined ? undefined : new TextDecoder().decode(bytes)
    );
    if (ca === undefined || crt === undefined || key === undefined) {
      throw new OsctlError("input", `"${path}" has no CA, certificate or key of its context`, {
        hint: "use a client configuration with credentials",
      });
    }
    return { endpoints: record.endpoints, ca, crt, key };
  }
  return undefined;
}
