/**
 * Reads the objects of Kubernetes that rules need.
 *
 * @module
 */
import type { Clock } from "../../../async/clock.ts";
import { createDeadline, raceWithAbort } from "../../../async/deadline.ts";
import { OsctlError } from "../../../errors.ts";
import {
  DAEMON_SETS,
  type KubernetesObject,
  NODES,
  PODS,
  type ResourceType,
  SERVICES,
} from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import type { KubeObject, KubernetesFacts } from "../facts.ts";

/** Opens a connection that has responded once. */
export type OpenKubernetes = (signal: AbortSignal) => Promise<KubernetesClient>;

/** Options of {@linkcode readKubernetes}. */
export interface ReadKubernetesOptions {
  readonly clock: Clock;
  /** Time limit of the connection, and of each list, milliseconds. */
  readonly callMs: number;
  readonly signal: AbortSignal;
}

function type(group: string, kind: string, plural: string, isNamespaced = false): ResourceType {
  return { group, version: "v1", kind, plural, isNamespaced };
}

/** Objects by the name of the fact. */
const LISTS = {
  nodes: [NODES],
  pods: [PODS],
  daemonSets: [DAEMON_SETS],
  services: [SERVICES],
  requests: [
    type("certificates.k8s.io", "CertificateSigningRequest", "certificatesigningrequests"),
  ],
  budgets: [type("policy", "PodDisruptionBudget", "poddisruptionbudgets", true)],
  webhooks: [
    type(
      "admissionregistration.k8s.io",
      "ValidatingWebhookConfiguration",
      "validatingwebhookconfigurations",
    ),
    type(
      "admissionregistration.k8s.io",
      "MutatingWebhookConfiguration",
      "mutatingwebhookconfigurations",
    ),
  ],
} as const satisfies Readonly<Record<string, readonly ResourceType[]>>;

/** Reads Kubernetes. An API that does not respond is a fact, a list that cannot be read a gap. */
export async function readKubernetes(
  open: OpenKubernetes,
  { clock, callMs, signal }: ReadKubernetesOptions,
): Promise<KubernetesFacts> {
  const limited = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const expired = () => new OsctlError("node", `no response within ${callMs / 1000}s`);
    using deadline = createDeadline({ clock, ms: callMs, signals: [signal], expired });
    return await raceWithAbort(run(deadline.signal), deadline.signal);
  };
  let client: KubernetesClient;
  try {
    client = await limited(open);
  } catch (error) {
    return { error: oneLine(error), gaps: {} };
  }
  const gaps: Record<string, string> = {};
  const facts: Record<string, readonly KubeObject[]> = {};
  try {
    const version = await limited((signal) => client.version({ signal })).catch(oneLine);
    // One after the other: lists share a connection, and a large one would delay the others.
    for (const [name, types] of Object.entries(LISTS)) {
      try {
        const found: KubeObject[] = [];
        for (const type of types as readonly ResourceType[]) {
          const { items } = await limited((signal) => client.list(type, { signal }));
          found.push(...items.map((item) => slim(item, type)));
        }
        facts[name] = found;
      } catch (error) {
        gaps[name] = oneLine(error);
      }
    }
    return {
      server: client.server,
      ...(typeof version === "string" ? {} : { version: version.gitVersion }),
      ...facts,
      gaps,
    };
  } finally {
    client.close();
  }
}

/** Omits what no rule reads and what may be large or secret: variables, managed fields. */
function slim(object: KubernetesObject, { kind }: ResourceType): KubeObject {
  const { metadata, spec, status, webhooks } = object as unknown as KubeObject & {
    readonly spec?: Record<string, unknown>;
  };
  const { name, namespace, creationTimestamp, deletionTimestamp, labels, annotations } = metadata;
  const mirror = "kubernetes.io/config.mirror";
  const kept = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations?.[mirror] === undefined ? {} : { annotations: { [mirror]: "present" } }),
  };
  const base = { kind, metadata: kept, ...(status === undefined ? {} : { status }) };
  if (kind === "Pod") return { ...base, spec: { nodeName: spec?.["nodeName"] ?? "" } };
  if (webhooks !== undefined) {
    return { ...base, webhooks: webhooks.map((webhook) => withoutBundle(webhook)) };
  }
  return { ...base, ...(spec === undefined ? {} : { spec }) };
}

function withoutBundle(webhook: NonNullable<KubeObject["webhooks"]>[number]) {
  const { name, failurePolicy, clientConfig } = webhook as Record<string, unknown> & {
    readonly clientConfig?: { readonly service?: KubeObject["spec"] };
  };
  return {
    name: String(name),
    ...(failurePolicy === undefined ? {} : { failurePolicy: String(failurePolicy) }),
    clientConfig: { service: clientConfig?.service ?? null },
  };
}

function oneLine(error: unknown): string {
  if (error instanceof OsctlError) return error.message.replaceAll("\n", "; ");
  throw error;
}
