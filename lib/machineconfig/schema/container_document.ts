/** Containers run by the machine itself. */
import {
  bool,
  document,
  type DocumentType,
  INT32,
  list,
  number,
  object,
  one,
  TEXT,
  text,
} from "./types.ts";

const id = (doc: string) => number({ doc, examples: [{ value: 1000 }], ...INT32, optional: true });

const runAs = object("ContainerRunAs", "User and group of a container", {
  uid: id("User ID"),
  gid: id("Group ID"),
});

const destination = text({
  doc: "Absolute path in the container",
  required: true,
  always: true,
  examples: [{ value: "/data" }],
});
const options = list(TEXT, { doc: "Mount options", examples: [{ value: ["rw"] }] });

const userVolumeMount = object("UserVolumeMount", "Mount of a user volume", {
  name: text({
    doc: "Name of the user volume",
    required: true,
    always: true,
    examples: [{ value: "data" }],
  }),
  destination,
  options,
});

const tmpfsMount = object("TmpfsMount", "Mount of a file system in memory", {
  destination,
  size: text({ doc: "Size limit", examples: [{ value: "64MiB" }] }),
  options,
});

const hostPathMount = object("HostPathMount", "Mount of a path of the machine", {
  source: text({
    doc: "Absolute path on the machine",
    required: true,
    always: true,
    examples: [{ value: "/var/lib/data" }],
  }),
  destination,
  options,
});

const VOLUME = { name: "data", destination: "/data", options: ["rw"] };

const mount = object("ContainerMount", "Mount, of exactly one type", {
  userVolume: one(userVolumeMount, {
    doc: "Mount of a user volume, read-only by default",
    examples: [{ value: VOLUME }],
  }),
  tmpfs: one(tmpfsMount, {
    doc: "Mount of a file system in memory, writable by default",
    examples: [{ value: { destination: "/tmp", size: "64MiB" } }],
  }),
  hostPath: one(hostPathMount, {
    doc: "Mount of a path of the machine, read-only by default",
    examples: [{ value: { source: "/var/lib/data", destination: "/data" } }],
  }),
});

const capability = (doc: string) => list(TEXT, { doc, examples: [{ value: ["CAP_NET_RAW"] }] });

const capabilities = object("ContainerCapabilities", "Linux capabilities of a container", {
  add: capability("Added capabilities"),
  drop: capability("Removed capabilities, or ALL"),
});

const security = object("ContainerSecurity", "Privileges of a container", {
  profile: text({
    doc: "Security profile",
    default: "restricted",
    checkedValues: ["restricted", "privileged"],
    examples: [{ value: "restricted" }],
  }),
  capabilities: one(capabilities, {
    doc: "Linux capabilities",
    examples: [{ value: { add: ["CAP_NET_RAW"] } }],
  }),
});

const network = object("ContainerNetwork", "Network of a container", {
  mode: text({
    doc: "`none` is an empty network namespace, `host` is the machine's",
    default: "none",
    checkedValues: ["none", "host"],
    examples: [{ value: "host" }],
  }),
});

const limits = object("ContainerResourceLimits", "Resource limits of a container", {
  cpu: text({ doc: "CPU limit in cores or millicores", examples: [{ value: "1500m" }] }),
  memory: text({ doc: "Memory limit", examples: [{ value: "512MiB" }] }),
});

const resources = object("ContainerResources", "Resources of a container", {
  limits: one(limits, {
    doc: "Limits",
    examples: [{ value: { cpu: "1500m", memory: "512MiB" } }],
  }),
});

const dependsOn = object("ContainerDependsOn", "Conditions for the start of a container", {
  paths: list(TEXT, {
    doc: "Absolute paths that must exist",
    examples: [{ value: ["/var/mnt/data"] }],
  }),
  networks: list({
    kind: "text",
    checkedValues: ["addresses", "connectivity", "hostname", "etcfiles"],
  }, { doc: "Network conditions", examples: [{ value: ["connectivity"] }] }),
  time: bool({ doc: "Wait for time synchronization", examples: [{ value: true }] }),
  containers: list(TEXT, {
    doc: "Names of containers that must run",
    examples: [{ value: ["database"] }],
  }),
});

const containerConfig = object("ContainerConfig", "Container run by the machine", {
  name: text({
    doc: "Name of the container, up to 63 characters",
    required: true,
    always: true,
    examples: [{ value: "web" }],
  }),
  image: text({
    doc: "Container image, best pinned by digest",
    required: true,
    always: true,
    examples: [{ value: "registry.example.com/web:1.0" }],
  }),
  entrypoint: list(TEXT, {
    doc: "Command, instead of the image's",
    examples: [{ value: ["/web"] }],
  }),
  args: list(TEXT, { doc: "Arguments", examples: [{ value: ["--verbose"] }] }),
  workingDir: text({ doc: "Working directory", examples: [{ value: "/data" }] }),
  runAs: one(runAs, { doc: "User and group", examples: [{ value: { uid: 1000, gid: 1000 } }] }),
  environment: list(TEXT, {
    doc: "Environment variables as `NAME=value`",
    secret: true,
    examples: [{ value: ["LOG_LEVEL=debug"] }],
  }),
  mounts: list(mount, { doc: "Mounts", examples: [{ value: [{ userVolume: VOLUME }] }] }),
  security: one(security, {
    doc: "Privileges",
    examples: [{ value: { profile: "restricted" } }],
  }),
  network: one(network, { doc: "Network", examples: [{ value: { mode: "host" } }] }),
  resources: one(resources, {
    doc: "Resources",
    examples: [{ value: { limits: { memory: "512MiB" } } }],
  }),
  dependsOn: one(dependsOn, {
    doc: "Conditions for its start",
    examples: [{ value: { networks: ["connectivity"], time: true } }],
  }),
});

export const CONTAINER_DOCUMENT: DocumentType = document(
  containerConfig,
  { since: "v1.14", named: true },
  { name: "web", image: "registry.example.com/web:1.0", network: { mode: "host" } },
);
