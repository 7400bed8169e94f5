/**
 * Writes the file of a new cluster and its secrets.
 *
 * @module
 */
import { checkRecipients, type EncryptionOptions, encryptText } from "../../encrypted_files/mod.ts";
import { OsctlError } from "../../errors.ts";
import { relativeTo } from "../../cluster_file/mod.ts";
import { bundleOptionsFor, parseContract } from "../../machineconfig/generate/mod.ts";
import { parseEndpoint } from "../../machineconfig/generate/endpoint.ts";
import { writeBundle } from "../../machineconfig/generate/write_bundle.ts";
import { kubernetesRange, NEWEST_STABLE_TAG, parseOsVersion } from "../../os_versions/mod.ts";
import { toUrlHost } from "../../pki/ip.ts";
import { createBundle } from "../../pki/secrets_bundle.ts";
import { writeFileSet } from "../../platform/file_set.ts";
import { rejectExistingFiles, requireParentFolders } from "../../platform/new_files.ts";
import { dirname, resolve } from "../../platform/paths.ts";
import { writeYaml } from "../../yaml/mod.ts";
import { isInWorkTree } from "./work_tree.ts";
import type { ConsoleContext } from "../context.ts";

/** Answers of the user; empty values are prompted for on a terminal. */
export interface InitFlags extends EncryptionOptions {
  readonly file: string;
  readonly endpoint: string;
  readonly controlplanes: readonly string[];
  readonly workers: readonly string[];
  readonly installDisk: string;
  readonly kubernetesVersion: string;
  readonly osVersion: string;
  readonly force: boolean;
}

/** The answers from which a file is written. */
interface Answers {
  readonly name: string;
  readonly endpoint: string;
  readonly controlPlanes: readonly string[];
  readonly workers: readonly string[];
  readonly disk: string;
  readonly osVersion: string;
}

/** Name of the secrets file, in the folder of the cluster file. */
const SECRETS = "secrets.yaml";

/**
 * Writes a cluster file, and its secrets with mode 0600, or neither.
 *
 * @throws {OsctlError} of kind `usage` for missing or invalid answers; `file` for existing files.
 */
export async function initCluster(
  context: ConsoleContext,
  name: string | undefined,
  flags: InitFlags,
): Promise<void> {
  const { cwd, stderr } = context;
  const { file, force } = flags;
  const secrets = relativeTo(file, SECRETS);
  const place = { cwd, force };
  await requireParentFolders([file], place);
  await rejectExistingFiles([file, secrets], place);
  await checkRecipients(flags);
  const answers = await ask(context, name, flags);
  parseEndpoint(answers.endpoint);
  if (!/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/.test(answers.name)) {
    throw new OsctlError("usage", `invalid name "${answers.name}"`, {
      hint: "use lower-case letters, digits and dashes, at most 42: host names start with it",
    });
  }
  const contract = contractOf(answers.osVersion);
  const kubernetesVersion = kubernetesOf(contract, flags);
  const bundle = await createBundle(bundleOptionsFor(parseContract(contract, "v1.8")), context);
  const path = resolve(cwd, secrets);
  const secretsText = await encryptText(writeBundle(bundle), secrets, flags, context);
  await writeFileSet(
    new Map([[resolve(cwd, file), fileText({ ...answers, kubernetesVersion }, contract)], [
      path,
      secretsText,
    ]]),
    { mode: 0o600, overwrite: force },
  );
  await stderr.write(`Created ${file}\nCreated ${secrets}\n`);
  if (flags.osVersion === "") {
    await stderr.write(
      `Nodes of Talos Linux ${answers.osVersion}, the newest stable version that this build knows, ` +
        `with Kubernetes ${kubernetesVersion}\n`,
    );
  }
  if (flags.ageRecipient.length === 0 && await isInWorkTree(dirname(path))) {
    await stderr.write(
      `osctl: warning: ${secrets} is in a git work tree; add it to .gitignore: it grants full ` +
        "control over the cluster\n",
    );
  }
}

async function ask(
  { prompts }: ConsoleContext,
  given: string | undefined,
  flags: InitFlags,
): Promise<Answers> {
  const required = async (value: string, question: string, flag: string, initial?: string) => {
    if (value !== "") return value;
    try {
      return await prompts.text(question, {
        ...(initial === undefined ? {} : { initial }),
        validate: (text) => text === "" ? "a value is required" : undefined,
      });
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind !== "usage") throw error;
      throw new OsctlError("usage", `${flag} is required without a terminal`);
    }
  };
  const listed = async (values: readonly string[], question: string, flag: string) =>
    values.length > 0 ? values : splitList(await required("", question, flag));
  const name = await required(given ?? "", "Name of the cluster", "a name");
  const controlPlanes = await listed(
    flags.controlplanes,
    "Addresses of the control plane nodes, separated by commas",
    "--controlplanes",
  );
  return {
    name,
    controlPlanes,
    workers: flags.workers,
    endpoint: await required(
      flags.endpoint,
      "URL of the Kubernetes API",
      "--endpoint",
      `https://${toUrlHost(controlPlanes[0] ?? "")}:6443`,
    ),
    disk: flags.installDisk,
    osVersion: flags.osVersion || NEWEST_STABLE_TAG,
  };
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== "");
}

/** Returns the minor version that a new cluster of a version has as its contract. */
function contractOf(osVersion: string): string {
  const version = parseOsVersion(osVersion);
  if (version === undefined || !/^v\d/.test(osVersion)) {
    throw new OsctlError("usage", `invalid version "${osVersion}" for --os-version`, {
      hint: `use a version such as ${NEWEST_STABLE_TAG}`,
    });
  }
  return `v${version[0]}.${version[1]}`;
}

/** Returns the version of Kubernetes, with `v`. */
function kubernetesOf(contract: string, { kubernetesVersion }: InitFlags): string {
  if (kubernetesVersion !== "") return kubernetesVersion.replace(/^v?/, "v");
  const range = kubernetesRange(contract);
  if (range !== undefined) return `v${range.default}`;
  throw new OsctlError("usage", `no default version of Kubernetes is known for ${contract}`, {
    hint: "set --kubernetes-version",
  });
}

function fileText(
  answers: Answers & { readonly kubernetesVersion: string },
  contract: string,
): string {
  const { name, endpoint, controlPlanes, workers, disk, osVersion, kubernetesVersion } = answers;
  const nodes = (role: string, addresses: readonly string[]) =>
    addresses.map((address, index) =>
      `{ name: ${name}-${role}-${index + 1}, addresses: [${JSON.stringify(address)}] }`
    );
  return `# yaml-language-server: $schema=cluster.schema.json
# Fields: osctl explain ClusterFile
name: ${name}
endpoint: ${scalar(endpoint)}
# The version of the cluster's creation; upgrades keep it.
contract: ${contract}
os:
  version: ${osVersion}
kubernetes:
  version: ${kubernetesVersion}
install:
  disk: ${scalar(disk)}
controlPlane:
  nodes:
${nodes("cp", controlPlanes).map((node) => `    - ${node}\n`).join("")}${
    workers.length === 0 ? "" : `workers:
  main:
    nodes:
${nodes("worker", workers).map((node) => `      - ${node}\n`).join("")}`
  }`;
}

function scalar(text: string): string {
  return writeYaml(text).trimEnd();
}
