/**
 * Schemas of commands about clusters, operations and local files.
 *
 * @module
 */
import {
  anything,
  boolean,
  bytes,
  count,
  type FieldSchemas,
  integer,
  type JsonSchema,
  known,
  lines,
  listOf,
  local,
  memberId,
  nullable,
  objectOf,
  oneOf,
  type OutputSchema,
  rows,
  seconds,
  text,
  time,
} from "./types.ts";

const alarm = rows({ member: memberId, alarm: known("NOSPACE", "CORRUPT", "NONE") });
const downgrade = rows({ clusterVersion: text });

const progress = lines({
  time,
  event: text,
  text,
  phase: nullable(text),
  task: nullable(text),
  stage: nullable(text),
  awaited: nullable(text),
});

/** With --rolling: events of the change, and its plan. */
const rolling: readonly OutputSchema[] = [
  lines({ time, event: text, phase: nullable(text), text }, "with --rolling"),
  rows({
    batch: count,
    kind: oneOf("controlplane", "canary", "workers"),
    name: text,
    role: oneOf("controlplane", "worker"),
    zone: nullable(text),
    leader: boolean,
    action: text,
  }, "with --rolling --plan"),
];

const preferences: FieldSchemas = {
  groups: { type: "object" },
  aliases: { type: "object" },
  commands: { type: "object" },
  contexts: { type: "object" },
  diagnosis: { type: "object" },
  output: oneOf("table", "json", "yaml", "name"),
  color: oneOf("auto", "always", "never"),
  confirmations: oneOf("always", "terminal"),
  maxParallel: count,
  pager: text,
  time: { type: "object" },
};

const release = nullable(text);

const fieldSummary: FieldSchemas = {
  type: text,
  doc: text,
  default: anything,
  values: nullable(listOf(text)),
  required: boolean,
  secret: boolean,
  since: release,
  until: release,
  instead: nullable(text),
  replacedBy: anything,
};

/** The first line, unless --nodes has addresses only. */
const targets: OutputSchema = {
  when: "first the nodes: of targets such as @all, or several of the client configuration",
  shape: "lines",
  fields: { targets: listOf(objectOf({ node: text, name: text, role: text })) },
};

/** The first line of a change of the whole cluster. */
const allTargets: OutputSchema = { ...targets, when: "first the nodes" };

/** A field of a configuration; recursive with `--recursive`. */
const field: JsonSchema = {
  ...objectOf({ name: text, ...fieldSummary, fields: listOf({ type: "object" }) }, [
    "fields",
    "replacedBy",
  ]),
};

/** Time at which a change of a dry run takes effect. */
const changeEffect = lines({
  path: text,
  effect: oneOf("immediate", "service-restart", "reboot", "installation", "manifests", "none"),
  service: nullable(text),
}, "with --dry-run");

/** Schemas by path of the command. */
export const CLUSTER_ROWS: Readonly<Record<string, readonly OutputSchema[]>> = {
  "cluster fault list": [local({
    id: text,
    action: text,
    node: text,
    method: text,
    delay: nullable(seconds),
    afterBytes: nullable(bytes),
    code: nullable(text),
    message: nullable(text),
    nth: nullable(count),
  })],
  "cluster diff": [local({ path: text, value: anything, nodes: listOf(text) })],
  "cluster plan": [local({
    name: text,
    address: nullable(text),
    role: nullable(oneOf("controlplane", "worker")),
    group: nullable(text),
    state: oneOf("same", "different", "new", "unknown", "remove", "removed", "undeclared"),
    locked: boolean,
    cordoned: nullable(boolean),
    osVersion: nullable(text),
    wantedOsVersion: nullable(text),
    schematic: nullable(text),
    wantedSchematic: nullable(text),
    kubernetesVersion: nullable(text),
    wantedKubernetesVersion: nullable(text),
    changes: listOf(objectOf({
      path: text,
      effect: oneOf(
        "immediate",
        "service-restart",
        "reboot",
        "installation",
        "manifests",
        "none",
      ),
      service: nullable(text),
    })),
    reason: nullable(text),
  })],
  "cluster list": [local({
    name: text,
    provisioner: nullable(text),
    state: oneOf("running", "stopped", "incomplete", "unreadable", "unreachable"),
    createdAt: nullable(time),
    controlPlanes: nullable(count),
    workers: nullable(count),
    unconfigured: nullable(count),
    cidr: nullable(text),
    context: nullable(text),
  })],
  "cluster show": [{
    shape: "object",
    fields: {
      provisioner: text,
      name: text,
      running: boolean,
      network: objectOf({ cidr: text, mtu: count, name: text }),
      kubernetesEndpoint: nullable(text),
      context: nullable(text),
      nodes: listOf(objectOf({
        name: text,
        type: text,
        address: text,
        port: nullable(count),
        state: text,
        addresses: listOf(text),
        nanoCpus: nullable(count),
        memory: nullable(bytes),
        disk: nullable(bytes),
      })),
    },
  }],
  "cluster status": [local({
    name: text,
    address: nullable(text),
    role: oneOf("controlplane", "worker"),
    group: text,
    locked: boolean,
    remove: boolean,
    configuration: oneOf("equal", "different", "unknown", "none"),
    osVersion: nullable(text),
    wantedOsVersion: text,
    schematic: nullable(text),
    wantedSchematic: nullable(text),
    kubernetesVersion: nullable(text),
    wantedKubernetesVersion: text,
    etcd: nullable(oneOf("member", "learner", "missing", "unknown")),
    ready: nullable(boolean),
    kubernetesReady: nullable(boolean),
    cordoned: nullable(boolean),
    stage: nullable(text),
    unmet: listOf(text),
    reason: nullable(text),
  })],
  "session status": [local({
    context: text,
    osconfig: text,
    pid: integer,
    state: text,
    endpoints: listOf(text),
    connected: nullable(listOf(text)),
    calls: nullable(integer),
    open: nullable(integer),
    since: text,
    lastUsed: nullable(text),
    idle: text,
  })],
  "alias list": [local({ name: text, command: listOf(text) })],
  "apply-config": [changeEffect, ...rolling],
  "edit": [changeEffect, ...rolling],
  "patch": [changeEffect, ...rolling],
  "config contexts": [local({
    name: text,
    current: boolean,
    endpoints: listOf(text),
    nodes: listOf(text),
  })],
  "config info": [{
    shape: "object",
    fields: {
      context: text,
      nodes: nullable(listOf(text)),
      endpoints: nullable(listOf(text)),
      roles: nullable(listOf(text)),
      certTTL: text,
      certNotAfter: text,
    },
  }],
  "etcd alarm disarm": [alarm],
  "etcd alarm list": [alarm],
  "etcd downgrade cancel": [downgrade],
  "etcd downgrade enable": [downgrade],
  "etcd downgrade validate": [downgrade],
  "etcd members": [rows({
    id: memberId,
    hostname: text,
    peerUrls: listOf(text),
    clientUrls: listOf(text),
    learner: boolean,
  })],
  "etcd snapshot": [rows({
    path: text,
    bytes,
    digest: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
    hash: nullable({ type: "string", pattern: "^[0-9a-f]{1,8}$" }),
    revision: nullable(count),
    keys: nullable(count),
    databaseSize: bytes,
  })],
  "etcd status": [rows({
    member: memberId,
    version: nullable(text),
    dbSize: bytes,
    dbSizeInUse: bytes,
    leader: memberId,
    raftIndex: count,
    raftTerm: count,
    raftAppliedIndex: count,
    learner: boolean,
    errors: listOf(text),
    storageVersion: nullable(text),
  })],
  explain: [
    {
      when: "with a path",
      shape: "object",
      fields: {
        path: text,
        document: text,
        ...fieldSummary,
        range: nullable(text),
        merge: nullable(text),
        examples: listOf(objectOf({ title: nullable(text), value: anything })),
        fields: listOf(field),
      },
      optional: ["replacedBy"],
    },
    {
      when: "without a path",
      shape: "object",
      fields: {
        fields: listOf(field),
        documents: listOf(
          objectOf({ kind: text, doc: text, named: boolean, since: release, fields: anything }, [
            "fields",
          ]),
        ),
      },
    },
  ],
  "gen secureboot inspect": [local({
    variable: nullable(text),
    type: text,
    owner: nullable(text),
    subject: nullable(text),
    issuer: nullable(text),
    notBefore: nullable(time),
    notAfter: nullable(time),
    digest: nullable(text),
    size: bytes,
    signature: nullable(text),
    signer: nullable(text),
    timestamp: nullable(time),
  })],
  diagnose: [local({
    id: text,
    check: text,
    severity: oneOf("error", "warning", "note"),
    certainty: oneOf("certain", "likely", "possible"),
    title: text,
    nodes: listOf(text),
    since: nullable(time),
    evidence: listOf(objectOf({ node: nullable(text), source: text, text, time: nullable(time) })),
    follows: listOf(objectOf({ id: text, title: text, nodes: listOf(text) })),
    do: listOf(text),
    page: text,
    ignored: nullable(text),
  })],
  diff: [rows({ differs: boolean, diff: text })],
  health: [lines({
    check: text,
    name: text,
    state: oneOf("ok", "skipped", "failed"),
    reason: nullable(text),
    remedy: nullable(text),
    elapsed: nullable(seconds),
  })],
  "plugin list": [local({ name: text, path: text, problem: text })],
  "preferences show": [
    { shape: "object", fields: preferences, optional: Object.keys(preferences) },
    { when: "with a key", shape: "value", fields: {} },
  ],
  reboot: [progress, targets, ...rolling],
  reset: [progress, targets, ...rolling],
  "rollout list": [local({
    name: text,
    change: text,
    state: oneOf("running", "paused", "complete", "failed"),
    requested: oneOf("run", "pause", "stop"),
    done: count,
    nodes: nullable(count),
    pod: nullable(text),
    runsOn: nullable(text),
    operator: nullable(text),
    message: nullable(text),
    createdAt: time,
  })],
  "rollout status": [lines({ time, event: text, phase: nullable(text), text })],
  "rotate-ca": [
    lines({
      authority: nullable(oneOf("os", "kubernetes")),
      direction: nullable(oneOf("rotate", "rollback")),
      phase: nullable(oneOf("accept", "issue", "drop")),
      state: text,
      text,
    }),
    allTargets,
  ],
  shutdown: [progress, targets, ...rolling],
  upgrade: [
    progress,
    targets,
    rows({ ack: text, started: time }, "with --wait=false"),
    rows(
      { current: text, target: text, removedExtensions: nullable(listOf(text)) },
      "with --dry-run",
    ),
    ...rolling,
  ],
  "upgrade-k8s": [
    lines({
      component: text,
      object: nullable(text),
      state: text,
      from: nullable(text),
      to: nullable(text),
      detail: nullable(text),
      diff: nullable(text),
      elapsed: nullable(seconds),
    }),
    allTargets,
  ],
  wait: [lines({
    condition: text,
    met: boolean,
    observed: nullable(text),
    elapsed: seconds,
  })],
  validate: [local({
    file: text,
    line: integer,
    column: integer,
    path: text,
    severity: oneOf("error", "warning"),
    message: text,
    hint: nullable(text),
  })],
};
