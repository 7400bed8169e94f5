/**
 * Kubernetes manifests of osctl in a cluster: a Job or CronJob, and what its pods need.
 *
 * @module
 */
import { DOMAIN, SERVICE_ACCOUNT_CONFIG } from "../../../distribution.ts";
import type { KubernetesObject } from "../../../kubernetes/objects.ts";
import type { Role } from "../../../pki/roles.ts";
import { CHANGED, CHANGING } from "./placement.ts";
import { POD_VARIABLES } from "./pod_session.ts";
import { ROLLOUT_LABELS } from "./rollout_map.ts";
import type { PolicyRule, TaskRules } from "./access.ts";
import { type FileSecret, splitFiles } from "./file_secrets.ts";
import { TASK_VARIABLES } from "./task_status.ts";

/** A Kubernetes object of any kind. */
export type Manifest = KubernetesObject & { readonly [field: string]: unknown };

/** A task that runs in the cluster. */
export interface ClusterTask {
  /** Name of the Job or CronJob, and of the objects that it alone has. */
  readonly name: string;
  /** Name of the objects that all tasks of the same kind share. */
  readonly account: string;
  readonly namespace: string;
  readonly image: string;
  /** Arguments of the program. */
  readonly args: readonly string[];
  /** Who started it, for other operators. */
  readonly operator: string;
  readonly nodeRole: Role;
  readonly rules: TaskRules;
  /** Whether pods continue one another, with a journal, and move away from nodes. */
  readonly isRollout: boolean;
  /** What the rollout does, for operators. */
  readonly title: string;
  /** Texts of files that the program reads, by path below {@linkcode FILES}; they may be secret. */
  readonly files?: ReadonlyMap<string, string>;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further variables whose values are secret. */
  readonly secretEnv?: ReadonlyMap<string, string>;
  /** Name of a Secret that exists, whose keys are further variables. */
  readonly envSecret?: string;
  /** Name of a claim for snapshots. */
  readonly claim?: string;
  /** Schedule of a CronJob, in the format of cron. */
  readonly schedule?: string;
  /** Port with metrics while a pod runs. */
  readonly metricsPort?: number;
}

/** Folder of the files of a task. */
export const FILES = "/etc/osctl";
/** Folder of the claim of a task. */
export const SNAPSHOTS = "/snapshots";

/** User and group of the image. */
const USER = 65532;
/** Pods that may fail: they move, or are killed, evicted and lost with their nodes. */
export const MAX_FAILED_PODS = 1000;
/**
 * Seconds until a pod on a node that does not respond is replaced; its lease has expired by then.
 */
const LOST_SECONDS = 30;
/** Seconds for which an ended Job and its logs are retained: one week. */
const RETAINED_SECONDS = 7 * 24 * 3600;

const RBAC = "rbac.authorization.k8s.io";

/** Returns the manifests in the order in which they are applied. */
export function createManifests(task: ClusterTask): Manifest[] {
  const { name, account, namespace, rules, nodeRole, isRollout, title, schedule, secretEnv } = task;
  const subject = { kind: "ServiceAccount", name: account, namespace };
  return [
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: {
        name: namespace,
        labels: { ...LABELS, "pod-security.kubernetes.io/enforce": "restricted" },
      },
    },
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: account, namespace, labels: LABELS },
    },
    {
      apiVersion: `${DOMAIN}/v1alpha1`,
      kind: "ServiceAccount",
      metadata: { name: nodeAccount(account), namespace, labels: LABELS },
      spec: { roles: [nodeRole] },
    },
    ...rules.cluster.length === 0
      ? []
      : pairOf("Cluster", { name: account, labels: LABELS }, rules.cluster, subject),
    ...[...rules.namespaces].flatMap(([where, own]) =>
      pairOf("", { name: account, namespace: where, labels: LABELS }, own, subject)
    ),
    ...secretsOf(task).map((secret) => secretOf(secret.name, namespace, secret.data)),
    ...secretEnv === undefined
      ? []
      : [secretOf(variablesName(name), namespace, Object.fromEntries(secretEnv))],
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name,
        namespace,
        labels: isRollout ? ROLLOUT_LABELS : LABELS,
        annotations: { "osctl/title": title, "osctl/operator": task.operator },
      },
    },
    schedule === undefined ? jobOf(task) : cronJobOf(task, schedule),
  ];
}

function secretsOf({ name, files }: ClusterTask): FileSecret[] {
  return files === undefined ? [] : splitFiles(name, files);
}

function secretOf(
  name: string,
  namespace: string,
  stringData: Readonly<Record<string, string>>,
): Manifest {
  const metadata = { name, namespace, labels: LABELS };
  return { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque", stringData };
}

/** Name of the Secret with the variables of a task. */
function variablesName(name: string): string {
  return `${name}-variables`;
}

const LABELS = { "app.kubernetes.io/managed-by": "osctl" } as const;

/** Name of the service account of the node API, and of its Secret. */
function nodeAccount(account: string): string {
  return `${account}-talos-secrets`;
}

function pairOf(
  scope: "Cluster" | "",
  metadata: { readonly name: string; readonly namespace?: string; readonly labels: typeof LABELS },
  rules: readonly PolicyRule[],
  subject: Readonly<Record<string, string>>,
): Manifest[] {
  const apiVersion = `${RBAC}/v1`;
  const roleRef = { apiGroup: RBAC, kind: `${scope}Role`, name: metadata.name };
  return [
    { apiVersion, kind: `${scope}Role`, metadata, rules: mergeRules(rules) },
    { apiVersion, kind: `${scope}RoleBinding`, metadata, roleRef, subjects: [subject] },
  ];
}

/** Rules of the same objects become one. */
function mergeRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const groups = Map.groupBy(
    rules,
    ({ apiGroups, resources, resourceNames }) =>
      JSON.stringify([apiGroups, resources, resourceNames]),
  );
  return [...groups.values()].map((some) => ({
    ...some[0]!,
    verbs: [...new Set(some.flatMap(({ verbs }) => verbs))],
  }));
}

function jobOf(task: ClusterTask): Manifest {
  const { name, namespace } = task;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, namespace, labels: labelsOf(task) },
    spec: jobSpec(task),
  };
}

function cronJobOf(task: ClusterTask, schedule: string): Manifest {
  const { name, namespace } = task;
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name, namespace, labels: labelsOf(task) },
    spec: {
      schedule,
      concurrencyPolicy: "Forbid",
      startingDeadlineSeconds: 3600,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 3,
      jobTemplate: { metadata: { labels: labelsOf(task) }, spec: jobSpec(task) },
    },
  };
}

function labelsOf({ name, isRollout }: ClusterTask): Readonly<Record<string, string>> {
  return { ...isRollout ? ROLLOUT_LABELS : LABELS, "app.kubernetes.io/instance": name };
}

function jobSpec(task: ClusterTask) {
  return {
    parallelism: 1,
    completions: 1,
    backoffLimit: task.isRollout ? MAX_FAILED_PODS : 0,
    ttlSecondsAfterFinished: RETAINED_SECONDS,
    template: { metadata: { labels: labelsOf(task) }, spec: podSpec(task) },
  };
}

function podSpec(task: ClusterTask) {
  const { account, claim } = task;
  const files = secretsOf(task);
  const mounts = [
    {
      name: "talos-secrets",
      mountPath: SERVICE_ACCOUNT_CONFIG.replace(/\/[^/]*$/, ""),
      readOnly: true,
    },
    { name: "tmp", mountPath: "/tmp" },
    ...files.length === 0 ? [] : [{ name: "files", mountPath: FILES, readOnly: true }],
    ...claim === undefined ? [] : [{ name: "snapshots", mountPath: SNAPSHOTS }],
  ];
  return {
    restartPolicy: "Never",
    serviceAccountName: account,
    priorityClassName: "system-cluster-critical",
    terminationGracePeriodSeconds: 30,
    tolerations: [
      { key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" },
      ...["not-ready", "unreachable"].map((state) => ({
        key: `node.kubernetes.io/${state}`,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: LOST_SECONDS,
      })),
    ],
    affinity: { nodeAffinity: nodeAffinity() },
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      fsGroup: USER,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [containerOf(task, mounts)],
    volumes: [
      { name: "talos-secrets", secret: { secretName: nodeAccount(account), defaultMode: 0o440 } },
      { name: "tmp", emptyDir: { sizeLimit: "1Gi" } },
      ...files.length === 0 ? [] : [{
        name: "files",
        projected: {
          defaultMode: 0o440,
          sources: files.map(({ name, items }) => ({ secret: { name, items } })),
        },
      }],
      ...claim === undefined
        ? []
        : [{ name: "snapshots", persistentVolumeClaim: { claimName: claim } }],
    ],
  };
}

/** Never on a node that is being changed; rather on one that has been. */
function nodeAffinity() {
  const term = (key: string, operator: "Exists" | "DoesNotExist") => ({
    matchExpressions: [{ key, operator }],
  });
  return {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [term(CHANGING, "DoesNotExist")],
    },
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 100, preference: term(CHANGED, "Exists") },
    ],
  };
}

function containerOf(task: ClusterTask, volumeMounts: readonly unknown[]) {
  const { image, args, operator, isRollout, name, metricsPort } = task;
  const field = (variable: string, fieldPath: string) => ({
    name: variable,
    valueFrom: { fieldRef: { fieldPath } },
  });
  return {
    name: "osctl",
    image,
    imagePullPolicy: "IfNotPresent",
    // The status of a failed pod contains the end of its log.
    terminationMessagePolicy: "FallbackToLogsOnError",
    args: [...args],
    env: [
      { name: "HOME", value: "/tmp" },
      { name: "USER", value: operator },
      { name: "OSCONFIG", value: SERVICE_ACCOUNT_CONFIG },
      field(POD_VARIABLES.namespace, "metadata.namespace"),
      field(POD_VARIABLES.name, "metadata.name"),
      field(POD_VARIABLES.node, "spec.nodeName"),
      isRollout
        ? { name: POD_VARIABLES.rollout, value: name }
        : { name: TASK_VARIABLES.status, value: name },
      ...metricsPort === undefined ? [] : [
        { name: TASK_VARIABLES.metricsPort, value: `${metricsPort}` },
        field(TASK_VARIABLES.address, "status.podIP"),
      ],
      ...Object.entries(task.env ?? {}).map(([key, value]) => ({ name: key, value })),
      ...[...task.secretEnv?.keys() ?? []].map((key) => ({
        name: key,
        valueFrom: { secretKeyRef: { name: variablesName(name), key } },
      })),
    ],
    ...task.envSecret === undefined ? {} : { envFrom: [{ secretRef: { name: task.envSecret } }] },
    ...metricsPort === undefined
      ? {}
      : { ports: [{ name: "metrics", containerPort: metricsPort }] },
    resources: {
      requests: { cpu: "50m", memory: "128Mi" },
      limits: { memory: "512Mi" },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts,
  };
}
