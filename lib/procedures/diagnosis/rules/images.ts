/**
 * Rules about images that nodes cannot pull.
 *
 * @module
 */
import type { CheckId } from "../checks.ts";
import type { KubeObject, NodeFacts } from "../facts.ts";
import {
  at,
  clipLine,
  findLine,
  isBroken,
  lineEvidence,
  listAt,
  serviceEvidence,
  serviceOf,
  serviceSince,
  textAt,
} from "../read_facts.ts";
import type { Action, Observation, Rule } from "../types.ts";

/** Why a pull fails, by the text of the registry or runtime. Specific patterns come first. */
const REASONS = {
  "image-x509":
    /x509: |certificate signed by unknown authority|tls: failed to verify|certificate has expired/,
  "image-unauthorized":
    /401 Unauthorized|403 Forbidden|pull access denied|insufficient_scope|authorization failed|unauthorized|no basic auth credentials|denied: /i,
  "image-rate-limit": /429 Too Many Requests|toomanyrequests|rate limit/i,
  "image-platform": /no match for platform|exec format error/i,
  "image-mirror-invalid":
    /unexpected media type text\/html|reference for unknown type: text\/html|invalid character '<'/,
  "image-not-found":
    /not found|manifest unknown|404 Not Found|name unknown|NAME_UNKNOWN|MANIFEST_UNKNOWN/i,
  "image-dns":
    /no such host|server misbehaving|lookup \S+[^"]*(?:i\/o timeout|connection refused|Temporary failure)|Try again/i,
  "image-registry-unreachable":
    /i\/o timeout|connection refused|no route to host|network is unreachable|TLS handshake timeout|context deadline exceeded|EOF|connection reset|50[0234] |server gave HTTP response to HTTPS client/i,
} as const;

type ReasonId = keyof typeof REASONS;

/** Errors of pulls in logs and events of services. */
const PULL_ERROR =
  /(?:failed to pull(?: and unpack)? image|error pulling image|Failed to pull image|failed to resolve(?: reference)?|PullImage (?:from image service )?failed)[^"]*"?\\*"?([\w.\-/:@\[\]]+[\w])\\*"?([^]*)/;

const SERVICES = ["etcd", "kubelet"];

/** A failed pull. */
interface FailedPull {
  readonly image: string;
  readonly error: string;
  /** What waits for the image. */
  readonly owner: string;
  readonly node: NodeFacts | undefined;
  readonly evidence: Observation["evidence"];
  readonly since: number | undefined;
}

function* failedPulls(
  nodes: readonly NodeFacts[],
  listed: readonly KubeObject[] | undefined,
): Generator<FailedPull> {
  for (const node of nodes) {
    if (node.unreachable !== undefined) continue;
    for (const id of SERVICES) yield* pullsOfService(node, id);
    yield* pullsOfInstaller(node);
    if (listed === undefined) yield* pullsOfPods(node);
  }
  const pods = listed ?? [];
  for (const pod of pods) {
    for (
      const status of [
        ...listAt(pod.status, "initContainerStatuses"),
        ...listAt(pod.status, "containerStatuses"),
      ]
    ) {
      const reason = textAt(status, "state", "waiting", "reason");
      if (!/^(ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull)$/.test(reason)) {
        continue;
      }
      const name = textAt(pod.spec, "nodeName");
      const node = nodes.find((one) => one.name === name);
      const message = textAt(status, "state", "waiting", "message");
      const image = textAt(status, "image");
      // The back-off hides the error, which the log of the kubelet has.
      const line = node === undefined || message !== "" && hasReason(message)
        ? undefined
        : findLine(
          node,
          ["kubelet", "cri"],
          new RegExp(`(?:${escape(image)}).*(?:error|fail)`, "i"),
        );
      yield {
        image,
        error: line === undefined ? message : line.line.text,
        owner: `pod ${pod.metadata.namespace}/${pod.metadata.name}`,
        node,
        since: line?.since,
        evidence: [
          {
            node: node?.node,
            source: `pod ${pod.metadata.namespace}/${pod.metadata.name}`,
            text: `${reason}${message === "" ? "" : `: ${message}`}`,
          },
          ...(node !== undefined && line !== undefined ? [lineEvidence(node, line)] : []),
        ],
      };
    }
  }
}

function* pullsOfService(node: NodeFacts, id: string): Generator<FailedPull> {
  if (!isBroken(node, id)) return;
  const last = serviceOf(node, id)!.events.findLast(({ message }) =>
    PULL_ERROR.test(clipLine(message))
  );
  const line = findLine(
    node,
    ["dmesg", "controller-runtime", id, "machined"],
    new RegExp(`(?=.*${IMAGE_NAMES[id]})${PULL_ERROR.source}`),
  );
  const text = last?.message ?? line?.line.text;
  if (text === undefined) return;
  const match = PULL_ERROR.exec(clipLine(text))!;
  yield {
    image: match[1]!,
    error: match[2]!,
    owner: id,
    node,
    since: serviceSince(node, id),
    evidence: [
      serviceEvidence(node, id),
      ...(line === undefined ? [] : [lineEvidence(node, line)]),
    ],
  };
}

/** Parts of image names in the log, which does not name the service. */
const IMAGE_NAMES: Readonly<Record<string, string>> = { etcd: "etcd", kubelet: "kubelet" };

/** An installation or upgrade waits for its image. */
function* pullsOfInstaller(node: NodeFacts): Generator<FailedPull> {
  const stage = textAt(node.resources["MachineStatuses.runtime"]?.[0]?.spec ?? {}, "stage");
  if (!["installing", "upgrading", "booting"].includes(stage)) return;
  const line = findLine(
    node,
    ["dmesg", "machined"],
    new RegExp(`(?=.*installer)${PULL_ERROR.source}`),
  );
  if (line === undefined) return;
  yield {
    image: line.match[1]!,
    error: line.match[2]!,
    owner: "installer",
    node,
    since: line.since,
    evidence: [lineEvidence(node, line)],
  };
}

/** Pulls of pods in the logs of a node, for a cluster whose pods cannot be listed. */
function* pullsOfPods(node: NodeFacts): Generator<FailedPull> {
  const line = findLine(node, ["kubelet", "cri"], PULL_ERROR, { withinMs: PODS_MS });
  if (line === undefined) return;
  yield {
    image: line.match[1]!,
    error: line.match[2]!,
    owner: "a pod",
    node,
    since: line.since,
    evidence: [lineEvidence(node, line)],
  };
}

/** Age of lines about pods, milliseconds. */
const PODS_MS = 10 * 60_000;

function hasReason(text: string): boolean {
  return Object.values(REASONS).some((pattern) => pattern.test(clipLine(text)));
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Returns the first pattern that matches. */
function reasonOf(error: string): ReasonId | "image-pull-failed" {
  const found = Object.entries(REASONS).find(([, pattern]) => pattern.test(clipLine(error)));
  return found === undefined ? "image-pull-failed" : found[0] as ReasonId;
}

/** The check that an image prevents, by what waits for it. */
const CHECKS_OF: Readonly<Record<string, CheckId>> = {
  "a pod": "static-pods",
  etcd: "etcd",
  kubelet: "kubelet",
  installer: "boot",
};

/** Host of an image; Docker Hub without one. */
function registryOf(image: string): string {
  const first = image.split("/")[0] ?? "";
  return /[.:]|^localhost$/.test(first) && image.includes("/") ? first : "docker.io";
}

function pullRule(
  id: ReasonId | "image-pull-failed",
  text: string,
  summary: string,
  explanation: string,
  actions: readonly Action[],
): Rule {
  return {
    id,
    check: "images",
    summary,
    explanation,
    severity: "error",
    certainty: id === "image-pull-failed" ? "likely" : "certain",
    reads: "events of the services etcd and kubelet; dmesg; pods that wait for images",
    releases: "all",
    source: "internal/pkg/containers/image/pull.go; containerd: core/remotes/docker",
    actions,
    *find({ nodes, kubernetes }) {
      const reported = new Set<string>();
      for (const pull of failedPulls(nodes, kubernetes.pods)) {
        if (reasonOf(pull.error) !== id) continue;
        // Pods of one node that wait for the same image have one cause.
        const key = `${pull.node?.node} ${pull.image}`;
        if (reported.has(key)) continue;
        reported.add(key);
        const registry = registryOf(pull.image);
        yield {
          node: pull.node,
          title: `${pull.owner}${pull.owner.startsWith("pod ") ? "" : " of {nodes}"} waits for ` +
            `its image ${pull.image}: ${text.replace("{registry}", registry)}`,
          evidence: pull.evidence,
          since: pull.since,
          check: CHECKS_OF[pull.owner] ?? "workloads",
          values: { image: pull.image, registry },
        };
      }
    },
  };
}

const PULL: Action = { text: "osctl image pull {image} -n {node}" };
const MIRRORS: Action = {
  text: "osctl get machineconfig v1alpha1 -n {node} -o yaml",
};

export const IMAGE_RULES: readonly Rule[] = [
  pullRule(
    "image-x509",
    "certificate of {registry} is not trusted",
    "The certificate of a registry is not trusted",
    "The registry, its mirror or a proxy on the way presents a certificate of an authority that " +
      "the node does not know, or that has expired. Add the authority to the configuration of the " +
      "registry or to the trusted roots of the node, or correct the mirror. A clock that is wrong " +
      "has the same effect.",
    [
      {
        text: "osctl patch mc -n {node} --patch " +
          `'{"machine": {"registries": {"config": {"{registry}": {"tls": {"ca": "<base64>"}}}}}}'`,
        until: "v1.12",
      },
      { text: "osctl time -n {node}" },
      PULL,
    ],
  ),
  pullRule(
    "image-unauthorized",
    "{registry} denies the access",
    "A registry denies access to an image",
    "The registry requires a login, the login in the machine configuration is wrong, or the image " +
      "does not exist: many registries respond with 401 or 403 for images that do not exist.",
    [PULL, MIRRORS],
  ),
  pullRule(
    "image-rate-limit",
    "{registry} limits the number of pulls",
    "A registry limits the number of pulls",
    "The registry counts the pulls of an address. A mirror or a login raises the limit.",
    [
      PULL,
      {
        text: "osctl patch mc -n {node} --patch '" +
          `{"machine": {"registries": {"mirrors": {"{registry}": {"endpoints": ["<mirror>"]}}}}}'`,
        until: "v1.12",
      },
    ],
  ),
  pullRule(
    "image-platform",
    "it is built for another platform",
    "An image is built for another platform",
    "The index of the image has no entry for the architecture of the node.",
    [{ text: "osctl version -n {node}" }, {
      text: "use an image for the architecture of the node",
    }],
  ),
  pullRule(
    "image-mirror-invalid",
    "{registry} or its mirror responds with a web page",
    "A mirror responds with a web page instead of an image",
    "The endpoint of the mirror is a web server, a proxy with a login page, or lacks the path of " +
      "the registry: set overridePath when the endpoint contains its own /v2 path.",
    [PULL, MIRRORS],
  ),
  pullRule(
    "image-not-found",
    "{registry} does not have it",
    "A registry does not have an image",
    "The tag or the name of the image in the machine configuration is wrong, or a mirror does not " +
      "have it.",
    [PULL, MIRRORS, { text: "correct the name of the image in the machine configuration" }],
  ),
  pullRule(
    "image-dns",
    "the name {registry} does not resolve",
    "The name of a registry does not resolve",
    "The name servers of the node do not respond, or do not know the name of the registry. A " +
      "network without access to public registries needs mirrors.",
    [{ text: "osctl get resolvers -n {node}" }, PULL],
  ),
  pullRule(
    "image-registry-unreachable",
    "{registry} does not respond",
    "A registry or mirror does not respond",
    "The connection to the registry or to the mirror of the machine configuration fails: a " +
      "firewall, a missing route, a proxy, or a mirror without TLS whose endpoint starts with " +
      "https.",
    [PULL, { text: "osctl get routes -n {node}" }, MIRRORS],
  ),
  pullRule(
    "image-pull-failed",
    "the pull fails",
    "An image cannot be pulled",
    "The error of the pull is none of the known ones; the evidence has its text.",
    [PULL, { text: "osctl dmesg -n {node}" }],
  ),
  {
    id: "image-cache-not-ready",
    check: "images",
    summary: "The image cache of a node is not ready",
    explanation: "The node is configured to use a local image cache, and could not prepare it.",
    severity: "warning",
    certainty: "certain",
    reads: "ImageCacheConfigs.cri",
    releases: "v1.9",
    source: "internal/app/machined/pkg/controllers/cri/image_cache_config.go",
    actions: [{ text: "osctl get imagecacheconfig -n {node} -o yaml" }],
    *find({ nodes }) {
      for (const node of nodes) {
        const one = node.resources["ImageCacheConfigs.cri"]?.[0];
        if (at(one?.spec ?? {}, "status") !== "unknown" || one === undefined) continue;
        if (at(one.spec, "copyStatus") === "skipped") continue;
        yield {
          node,
          title: "image cache of {nodes} is not ready",
          evidence: [{
            node: node.node,
            source: `ImageCacheConfigs.cri ${one.id}`,
            text: "status: unknown",
            time: one.updated,
          }],
        };
      }
    },
  },
];
