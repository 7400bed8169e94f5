/**
 * Rules about services of nodes, containerd, and controllers.
 *
 * @module
 */
import type { CheckId } from "../checks.ts";
import type { NodeFacts, ServiceFact } from "../facts.ts";
import {
  findLine,
  isWorking,
  lineEvidence,
  serviceEvidence,
  serviceOf,
  serviceSince,
} from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { HOUR_MS, MINUTE_MS, type NodeObservation, onLine, onNodes } from "./define.ts";

/** Services with rules of their own. */
const OWN_RULES = ["etcd", "kubelet", "containerd", "cri", "apid", "trustd"];
const ENDED = ["Finished", "Skipped", "Running"];

/** Time that a service may take to start, milliseconds. */
const START_MS = 2 * MINUTE_MS;
/** Restarts in the history of a service from which it is unstable. */
const MANY_RESTARTS = 3;

function notWorking(node: NodeFacts, service: ServiceFact): NodeObservation | undefined {
  const isUnhealthy = service.state === "Running" && service.healthy === false;
  if (!isUnhealthy && ENDED.includes(service.state)) return undefined;
  const since = serviceSince(node, service.id);
  if (since !== undefined && node.readAt - since < START_MS && service.state !== "Failed") {
    return undefined;
  }
  const last = service.events.at(-1)?.message ?? "";
  const reason = isUnhealthy ? service.healthMessage ?? "" : last;
  return {
    title: `${service.id} of {nodes} ${
      isUnhealthy ? "is not healthy" : `does not run (${service.state})`
    }${reason === "" ? "" : `: ${reason}`}`,
    since,
    evidence: [serviceEvidence(node, service.id)],
    values: { service: service.id },
  };
}

const SERVICE_ACTIONS = [
  { text: "osctl service {service} -n {node}" },
  { text: "osctl logs {service} -n {node} --tail 100" },
];

export const SERVICE_RULES: readonly Rule[] = [
  {
    id: "containerd-not-running",
    check: "containerd",
    summary: "The container runtime of a node does not run",
    explanation:
      "Two instances of containerd run on a node: containerd for the services of the system, and " +
      "cri for Kubernetes. Everything else waits for them. A full or read-only disk, damaged " +
      "content below /var/lib/containerd, or an invalid configuration of the runtime stop them.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "services containerd and cri",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/{containerd,cri}.go",
    actions: SERVICE_ACTIONS,
    find: onNodes((node) =>
      ["containerd", "cri"].flatMap((id) => {
        const service = serviceOf(node, id);
        const found = service && notWorking(node, service);
        if (found !== undefined) return [found];
        const user = node.services.find(({ state, events }) =>
          state !== "Running" && SOCKETS[id]!.test(events.at(-1)?.message ?? "")
        );
        if (user === undefined) return [];
        return [{
          title: `${id} of {nodes} does not respond`,
          since: serviceSince(node, user.id),
          evidence: [serviceEvidence(node, user.id)],
          values: { service: id },
        }];
      })
    ),
  },
  {
    id: "containerd-configuration-invalid",
    check: "containerd",
    summary: "The configuration of the container runtime is invalid",
    explanation:
      "containerd does not load its configuration: a file below /etc/cri/conf.d of the machine " +
      "configuration, or a plugin of an extension, does not fit the version of containerd.",
    severity: "error",
    certainty: "certain",
    reads: "log cri: failed to load TOML, invalid plugin config",
    releases: "all",
    source: "containerd: cmd/containerd/server/config",
    actions: [
      { text: "osctl logs cri -n {node} --tail 100" },
      { text: "osctl read /etc/cri/conf.d/20-customization.part -n {node}" },
    ],
    find: onLine({
      logs: ["cri", "containerd", "dmesg"],
      pattern:
        /failed to (?:load TOML|unmarshal TOML|decode config)[^"]*|invalid plugin config[^"]*|failed to load plugin io\.containerd\.grpc\.v1\.cri[^"]*/,
      whileBroken: ["cri", "containerd"],
      title: (match) => `configuration of the container runtime of {nodes} is invalid: ${match[0]}`,
    }),
  },
  {
    id: "containerd-data-damaged",
    check: "containerd",
    summary: "Stored images of a node are damaged",
    explanation:
      "The metadata of containerd names content that does not exist, or cannot be read: writes " +
      "were lost at a power failure or a full disk. Wiping the ephemeral partition removes all " +
      "images and the data of pods, and on a control plane node its etcd member.",
    severity: "error",
    certainty: "likely",
    reads: "log cri: content digest not found, metadata errors",
    releases: "all",
    source: "containerd: core/metadata",
    actions: [
      { text: "osctl logs cri -n {node} --tail 100" },
      { text: "osctl reset -n {node} --system-labels-to-wipe EPHEMERAL --reboot" },
    ],
    find: onLine({
      logs: ["cri", "containerd"],
      pattern:
        /content digest sha256:\S+: not found|failed to (?:open|stat) snapshot|metadata(?:\.db|_v\d): (?:bad|invalid)|parent snapshot \S+ does not exist/,
      withinMs: HOUR_MS,
      atLeast: 2,
      title: "stored images of {nodes} are damaged",
    }),
  },
  {
    id: "apid-not-running",
    check: "boot",
    summary: "The API of a node does not run",
    explanation:
      "apid waits for its certificates, which trustd of the control plane issues for workers. On " +
      "port 50001 of every control plane node trustd must be reachable, with the token of this " +
      "cluster.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "service apid",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/apid.go",
    actions: SERVICE_ACTIONS,
    find: onNodes((node) => {
      const service = serviceOf(node, "apid");
      return service && notWorking(node, service);
    }),
  },
  {
    id: "trustd-not-running",
    check: "boot",
    summary: "trustd of a control plane node does not run",
    explanation:
      "trustd issues the certificates of workers and of new nodes. Without it, they do not join, " +
      "and certificates are not renewed.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "service trustd",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/trustd.go",
    actions: SERVICE_ACTIONS,
    find: onNodes((node) => {
      const service = serviceOf(node, "trustd");
      return service && notWorking(node, service);
    }),
  },
  {
    id: "trustd-rejects-node",
    check: "security",
    summary: "trustd rejects a node",
    explanation:
      "A worker asks trustd of a control plane node for its certificate with the token of its " +
      "machine configuration. Another token, another authority, a closed port 50001 or a clock " +
      "that is wrong prevent that.",
    severity: "error",
    certainty: "certain",
    reads: "dmesg: secrets.APIController",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/secrets/api.go",
    actions: [
      { text: "osctl time -n {node}" },
      { text: "compare .machine.token and .machine.ca.crt of the node with a node that works" },
    ],
    find: onLine({
      logs: ["dmesg", "controller-runtime"],
      pattern:
        /secrets\.APIController.*?"error":\s*"((?:[^"\\]|\\.)*(?:sign|CSR|remote|trustd|50001|token|authority|Unauthenticated|Unavailable)(?:[^"\\]|\\.)*)"/,
      withinMs: HOUR_MS,
      when: (node) => !isWorking(node, "apid"),
      title: (match) => `{nodes} gets no certificate from trustd: ${match[1]}`,
    }),
  },
  {
    id: "extension-service-not-running",
    check: "boot",
    summary: "An extension service does not run",
    explanation:
      "Services of extensions wait for what their definition depends on: a configuration " +
      "(ExtensionServiceConfig), a path, the network or the time; or their program ends.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "services ext-*",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/extension.go",
    actions: [...SERVICE_ACTIONS, { text: "osctl get extensions -n {node}" }],
    find: onNodes((node) =>
      node.services.filter(({ id }) => id.startsWith("ext-")).flatMap((service) => {
        const found = notWorking(node, service);
        const last = service.events.at(-1)?.message ?? "";
        if (found === undefined || /extension service config/i.test(last)) return [];
        return [found];
      })
    ),
  },
  {
    id: "extension-service-unconfigured",
    check: "configuration",
    summary: "An extension service has no configuration",
    explanation:
      "The service waits for a document of kind ExtensionServiceConfig with its name, without the " +
      "prefix ext-.",
    severity: "error",
    certainty: "certain",
    reads: "services ext-*: Waiting for extension service config",
    releases: "v1.7",
    source: "internal/app/machined/pkg/system/services/extension.go",
    actions: [
      { text: "osctl service {service} -n {node}" },
      { text: "osctl patch mc -n {node} --patch @extension-service-config.yaml" },
    ],
    find: onNodes((node) =>
      node.services.filter(({ id }) => id.startsWith("ext-")).flatMap((service) => {
        const last = service.events.at(-1);
        if (service.state !== "Waiting" || !/extension service config/i.test(last?.message ?? "")) {
          return [];
        }
        return [{
          title: `${service.id} of {nodes} waits for its configuration`,
          since: last?.time,
          evidence: [serviceEvidence(node, service.id)],
          values: { service: service.id },
        }];
      })
    ),
  },
  {
    id: "service-not-running",
    check: "boot",
    summary: "A service of a node does not run",
    explanation: "The events and the log of the service have the reason.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "all services",
    releases: "all",
    source: "internal/app/machined/pkg/system/service_runner.go",
    actions: SERVICE_ACTIONS,
    find: onNodes((node) =>
      node.services
        .filter(({ id }) => !OWN_RULES.includes(id) && !id.startsWith("ext-"))
        .flatMap((service) => notWorking(node, service) ?? [])
    ),
  },
  {
    id: "service-restarts",
    check: "boot",
    summary: "A service restarts again and again",
    explanation:
      "The service runs at the moment, but ended several times before. Its log has the reason; a " +
      "process that the kernel killed is in the kernel log.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    reads: "events of services of the last hour: going to restart",
    releases: "all",
    source: "internal/app/machined/pkg/system/runner/restart",
    actions: SERVICE_ACTIONS,
    find: onNodes((node) =>
      node.services.flatMap((service) => {
        const from = node.readAt - HOUR_MS;
        const restarts = service.events.filter(({ message, time }) =>
          /going to restart/.test(message) && (time ?? 0) >= from
        );
        if (restarts.length < MANY_RESTARTS || service.state !== "Running") return [];
        const last = restarts.at(-1)!;
        return [{
          title: `${service.id} of {nodes} ended ${restarts.length} times within an hour`,
          since: restarts[0]!.time,
          evidence: [{
            node: node.node,
            source: `service ${service.id}`,
            text: `${last.state}: ${last.message}`,
            time: last.time,
          }],
          values: { service: service.id },
        }];
      })
    ),
  },
  {
    id: "controller-fails",
    check: "boot",
    summary: "A controller of a node fails again and again",
    explanation:
      "Controllers bring the node to the state that its configuration describes, and repeat what " +
      "failed. A controller that still fails leaves its part undone.",
    severity: "warning",
    certainty: "likely",
    isSymptom: true,
    reads: "controller-runtime and dmesg of the last ten minutes: controller failed",
    releases: "all",
    source: "cosi-project/runtime: pkg/controller/runtime",
    actions: [
      { text: "osctl logs controller-runtime -n {node} --tail 50" },
      { text: "osctl dmesg -n {node}" },
    ],
    find: onNodes((node) => {
      const names = new Map<string, number>();
      for (const source of ["dmesg", "controller-runtime"]) {
        for (const { text, time } of node.logs[source] ?? []) {
          if ((time ?? 0) < node.readAt - 10 * MINUTE_MS) continue;
          const name = FAILED.exec(text)?.[1];
          if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
        }
      }
      return [...names].filter(([, count]) => count >= MANY_FAILURES).map(([name]) => {
        const found = findLine(
          node,
          ["dmesg", "controller-runtime"],
          new RegExp(
            `controller failed.*"${
              name.replaceAll(".", "\\.")
            }".*?"error":\\s*"((?:[^"\\\\]|\\\\.)*)"`,
          ),
        );
        return {
          title: `controller ${name} of {nodes} fails${
            found === undefined ? "" : `: ${found.match[1]}`
          }`,
          since: found?.since,
          check: CHECKS_OF[name.split(".")[0]!] ?? "boot",
          evidence: found === undefined ? [] : [lineEvidence(node, found)],
        };
      });
    }),
  },
];

/** Errors of services that do not reach an instance of the runtime. */
const SOCKETS: Readonly<Record<string, RegExp>> = {
  containerd: /\/system\/run\/containerd\/containerd\.sock: connect: connection refused/,
  cri: /dial unix \/run\/containerd\/containerd\.sock: connect: connection refused/,
};

/** The check that a controller belongs to, by its group. */
const CHECKS_OF: Readonly<Record<string, CheckId>> = {
  network: "network",
  time: "time",
  block: "machine",
  cluster: "membership",
  kubespan: "membership",
  etcd: "etcd",
  k8s: "api-server",
  kubeaccess: "api-server",
  secrets: "security",
};

const FAILED = /controller failed.*?"controller":\s*"([^"]+)"/;
/** Failures of one controller within ten minutes from which they are reported. */
const MANY_FAILURES = 3;
