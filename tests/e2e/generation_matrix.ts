/**
 * Flags of `gen config` used to compare both clients.
 *
 * @module
 */

/** Flags and arguments. */
export interface FlagSet {
  readonly title: string;
  readonly flags: readonly string[];
  readonly name?: string;
  readonly endpoint?: string;
}

const VERSIONS = [
  "--kubernetes-version=1.30.2",
  "--install-image=registry.example.com/installer:v1.2.3",
];

const PATCH = JSON.stringify({
  machine: { network: { hostname: "lab-1", nameservers: ["192.0.2.53"] }, env: { HTTP: "x" } },
});
const JSON_PATCH = JSON.stringify([
  { op: "add", path: "/machine/sysctls", value: { "vm.overcommit_memory": "1" } },
]);
const CONTROL_PLANE_PATCH = "cluster: {allowSchedulingOnMasters: true, etcd: {extraArgs: {a: b}}}";
const WORKER_PATCH = 'machine:\n  kubelet:\n    extraArgs:\n      v: "4"\n';

const ONE_BY_ONE: readonly (readonly [title: string, ...flags: string[]])[] = [
  ["--additional-sans", "--additional-sans=lab.example.com,192.0.2.7,2001:db8::7"],
  ["--config-patch", `--config-patch=${PATCH}`],
  ["--config-patch, RFC 6902", `--config-patch=${JSON_PATCH}`],
  ["--config-patch-control-plane", `--config-patch-control-plane=${CONTROL_PLANE_PATCH}`],
  ["--config-patch-worker", `--config-patch-worker=${WORKER_PATCH}`],
  ["--dns-domain", "--dns-domain=lab.example.org"],
  ["--install-disk", "--install-disk=/dev/nvme0n1"],
  ["--kubernetes-version with v", "--kubernetes-version=v1.28.3"],
  ["--kubernetes-version, empty", "--kubernetes-version="],
  ["--persist", "--persist=false"],
  [
    "--registry-mirror",
    "--registry-mirror=docker.io=https://a.example.com,docker.io=https://b.example.com/v2?x=y",
    "--registry-mirror=k8s.gcr.io=https://c.example.com",
  ],
  ["--version", "--version=v1alpha1"],
  ["--with-cluster-discovery", "--with-cluster-discovery=false"],
  ["--with-meshnet", "--with-meshnet"],
];

/** No flags, each flag alone, other arguments. */
export const FLAG_SETS: readonly FlagSet[] = [
  { title: "defaults", flags: VERSIONS },
  ...ONE_BY_ONE.map(([title, ...flags]) => ({ title, flags: [...VERSIONS, ...flags] })),
  { title: "a name in quotes", flags: VERSIONS, name: "1e3: lab" },
  { title: "an endpoint with a path", flags: VERSIONS, endpoint: "https://k8s.example.com/a%20b" },
  { title: "an IPv6 endpoint", flags: VERSIONS, endpoint: "https://[2001:db8::1]:443" },
  { title: "an upper-case scheme", flags: VERSIONS, endpoint: "HTTPS://K8s.example.com" },
];

/** All flags together. */
export const ALL_FLAGS: FlagSet = {
  title: "all flags",
  flags: [
    ...VERSIONS,
    ...ONE_BY_ONE.filter(([title]) => !title.includes(",")).flatMap(([, ...flags]) => flags),
    `--config-patch=${JSON_PATCH}`,
  ],
};

const NEWER_PATCHES = new Map([
  [`--config-patch=${PATCH}`, '--config-patch={"machine": {"env": {"HTTP": "x"}}}'],
  [
    `--config-patch-control-plane=${CONTROL_PLANE_PATCH}`,
    "--config-patch-control-plane=cluster: {etcd: {extraArgs: {a: b}}}",
  ],
  [`--config-patch-worker=${WORKER_PATCH}`, "--config-patch-worker=machine: {sysctls: {a: b}}"],
]);

/**
 * Returns the flag sets without what the client of a release rejects: `--persist` from v1.9 on, JSON
 * patches of several documents from v1.12 on, an empty Kubernetes version from v1.14 on.
 */
export function acceptedBy(minor: number, { flags, ...rest }: FlagSet): FlagSet {
  const isRejected = (flag: string) =>
    minor >= 9 && flag.startsWith("--persist") ||
    minor >= 12 && flag === `--config-patch=${JSON_PATCH}` ||
    minor >= 14 && flag === "--kubernetes-version=";
  // Newer nodes reject what these patches set besides the generated documents.
  const replaced = (flag: string) => minor < 12 ? flag : NEWER_PATCHES.get(flag) ?? flag;
  return { ...rest, flags: flags.filter((flag) => !isRejected(flag)).map(replaced) };
}

/** All flags together, except those for configurations that nodes reject. */
export const ACCEPTED_FLAGS: FlagSet = {
  title: "all flags that nodes accept",
  flags: ALL_FLAGS.flags.filter((flag) => !/^--(persist|with-cluster-discovery)=false$/.test(flag)),
};

/** Arguments in the spelling of talosctl. */
export function referenceFlags(args: readonly string[]): string[] {
  return args.map((arg) =>
    arg.replace(/^--os-version\b/, "--talos-version").replace(/^--with-meshnet$/, "--with-kubespan")
  );
}
