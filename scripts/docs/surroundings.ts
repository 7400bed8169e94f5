/**
 * Environment variables and files of a command, for its manual page.
 *
 * @module
 */
import { EXIT_CODES, VARIABLES } from "../../lib/cli/topic_texts.ts";
import { type Chain, globalsOf, pathOf } from "../../lib/cli/tree.ts";

/** A term and its meaning. */
export type Entry = readonly [term: string, meaning: string];

/** Facts that a command depends on besides its arguments. */
export interface Surroundings {
  readonly environment: readonly Entry[];
  readonly files: readonly Entry[];
}

/** Variables by what a command does; the program has all. */
const GENERAL = ["OSCTL_INTERFACE", "OSCTL_DEBUG", "NO_COLOR", "CLICOLOR_FORCE", "HOME"];
const CONFIGURATION = ["OSCONFIG"];
const CALLS = ["OSCTL_CONNECT_TIMEOUT", "OSCTL_CALL_TIMEOUT", "HTTPS_PROXY", "NO_PROXY"];

/** Variables of other programs. */
const KUBECONFIG: Entry = ["KUBECONFIG", "kubeconfig files, separated by colons"];
const DOCKER: Entry = [
  "DOCKER_HOST, DOCKER_CONTEXT",
  "container engine of the provisioner docker, as for the docker client",
];

/** Variables of single commands and groups. */
const OF_COMMANDS: readonly (readonly [path: RegExp, names: readonly (string | Entry)[]])[] = [
  [/^(preferences )?edit$/, ["OS_EDITOR, EDITOR"]],
  [/^version$/, ["OSCTL_RELEASE_URL"]],
  [/^kubeconfig$|^cluster (create|destroy)$/, [KUBECONFIG]],
  [/^cluster/, [DOCKER]],
];

const CLIENT_CONFIGURATION: Entry = ["~/.os/config", "client configuration: contexts and keys"];
const PREFERENCES: Entry = ["~/.os/preferences.yaml", "groups of nodes and defaults of flags"];
const STATE: Entry = ["~/.os/clusters", "state of local clusters"];
const CACHE: Entry = ["~/.os/cache", "downloaded boot images of virtual machines"];
const KUBECONFIG_FILE: Entry = ["~/.kube/config", "kubeconfig into which new entries are merged"];

/** Files of single commands and groups. */
const FILES: readonly (readonly [path: RegExp, files: readonly Entry[]])[] = [
  [/^kubeconfig$|^cluster (create|destroy)$/, [KUBECONFIG_FILE]],
  [/^cluster/, [STATE]],
  [/^cluster create$/, [CACHE]],
  [/^rotate-ca$/, [["osconfig", "new client configuration"], [
    "osconfig.rotation.json",
    "journal with the keys of both CAs, for --resume and --rollback",
  ]]],
  [/^gen secrets$/, [["secrets.yaml", "secrets bundle; grants full control over the cluster"]]],
  [/^(gen config|machineconfig gen)$/, [
    ["controlplane.yaml, worker.yaml", "machine configurations"],
    ["osconfig", "client configuration"],
  ]],
  [/^support$/, [["support.zip", "the archive, mode 0600"]]],
];

/** Exit codes of every command. */
export const EXIT_STATUS: readonly Entry[] = EXIT_CODES;

/** Returns the variables and files of a command; `isConfirmed`: it has `--yes`. */
export function surroundingsOf(chain: Chain, isConfirmed: boolean): Surroundings {
  const typed = pathOf(chain);
  if (typed === "") {
    return {
      environment: [...VARIABLES, KUBECONFIG, DOCKER],
      files: [CLIENT_CONFIGURATION, PREFERENCES, STATE, CACHE, KUBECONFIG_FILE],
    };
  }
  const effective = globalsOf(chain);
  const isRemote = effective === undefined;
  const usesConfig = isRemote || effective.includes("osconfig") || /^cluster/.test(typed);
  const own = OF_COMMANDS.flatMap(([pattern, names]) => pattern.test(typed) ? names : []);
  const names = new Set<string | Entry>([
    ...(usesConfig ? CONFIGURATION : []),
    ...(isRemote ? CALLS : []),
    ...(isConfirmed ? ["OSCTL_YES"] : []),
    ...own,
    ...GENERAL,
  ]);
  return {
    environment: [
      ...VARIABLES.filter(([name]) => names.has(name)),
      ...own.filter((one) => typeof one !== "string"),
    ],
    files: [
      ...(usesConfig ? [CLIENT_CONFIGURATION] : []),
      ...(isRemote || /^preferences/.test(typed) ? [PREFERENCES] : []),
      ...FILES.flatMap(([pattern, files]) => pattern.test(typed) ? files : []),
    ],
  };
}
