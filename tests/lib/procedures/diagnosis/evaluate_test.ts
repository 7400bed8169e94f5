import { deepEqual, equal } from "node:assert/strict";
import { completeFacts, evaluateRules, RULES } from "../../../../lib/procedures/diagnosis/mod.ts";
import type { NodeFacts } from "../../../../lib/procedures/diagnosis/mod.ts";

const NOW = Date.UTC(2026, 4, 5, 10, 14);
const OLD = NOW - 14 * 60_000;

type SparseNode = Partial<NodeFacts> & { readonly node: string };

function service(id: string, state: string, message: string, healthy?: boolean) {
  const health = healthy === undefined ? {} : { healthy };
  return { id, state, ...health, events: [{ time: OLD, state, message }] };
}

const running = (id: string) => service(id, "Running", "Health check successful", true);

function controlPlane(name: string, change: Partial<NodeFacts> = {}): SparseNode {
  return {
    node: name,
    name,
    type: "controlplane",
    version: "v1.8.4",
    readAt: NOW,
    services: [running("etcd"), running("kubelet")],
    ...change,
  };
}

const PULL =
  'Failed to run pre stage: failed to pull image "registry.example.com/etcd:v3.5.16": failed to ' +
  'resolve reference "registry.example.com/etcd:v3.5.16": failed to do request: Head ' +
  '"https://registry.example.com/v2/etcd/manifests/v3.5.16": tls: failed to verify certificate: ' +
  "x509: certificate signed by unknown authority";

Deno.test("what follows from a finding is listed under it, not beside it", () => {
  const facts = completeFacts({
    now: NOW,
    nodes: [
      controlPlane("cp-1"),
      controlPlane("cp-2", {
        services: [service("etcd", "Failed", PULL), running("kubelet")],
        resources: { "StaticPodStatuses.kubernetes": [] },
      }),
    ],
  });
  const { findings } = evaluateRules(facts, { rules: RULES });
  deepEqual(findings.map(({ id, nodes }) => [id, nodes]), [["image-x509", ["cp-2"]]]);
  const [finding] = findings;
  equal(finding!.since, OLD);
  equal(finding!.severity, "error");
  deepEqual(finding!.follows.map(({ id }) => id), ["etcd-not-running", "static-pod-missing"]);
});

Deno.test("equal findings of several nodes are one, with all nodes", () => {
  const etcd = () => ({
    services: [service("etcd", "Failed", PULL), running("kubelet")],
  });
  const { findings } = evaluateRules(
    completeFacts({ now: NOW, nodes: ["a", "b", "c"].map((name) => controlPlane(name, etcd())) }),
    { rules: RULES },
  );
  deepEqual(findings.map(({ nodes }) => nodes), [["a", "b", "c"]]);
  equal(findings[0]!.title.includes("etcd of a, b, c waits"), true);
});

Deno.test("a symptom of another node than its cause is listed by itself", () => {
  const { findings } = evaluateRules(
    completeFacts({
      now: NOW,
      nodes: [
        controlPlane("cp-1", { services: [service("etcd", "Failed", PULL), running("kubelet")] }),
        {
          node: "worker-1",
          name: "worker-1",
          type: "worker",
          readAt: NOW,
          services: [service("kubelet", "Failed", "exit code 1")],
        },
      ],
    }),
    { rules: RULES },
  );
  deepEqual(findings.map(({ id }) => id).sort(), ["image-x509", "kubelet-not-running"]);
});

Deno.test("actions are right for the releases of the nodes", () => {
  const actions = (version: string) =>
    evaluateRules(
      completeFacts({
        now: NOW,
        nodes: [controlPlane("cp-2", {
          version,
          services: [service("etcd", "Failed", PULL), running("kubelet")],
        })],
      }),
      { rules: RULES },
    ).findings[0]!.actions;
  equal(actions("v1.8.4")[0]!.includes('"registries"'), true);
  equal(actions("v1.12.1")[0]!.includes('"registries"'), false);
});

Deno.test("ignored findings are apart, and explain nothing", () => {
  const facts = completeFacts({
    now: NOW,
    nodes: [controlPlane("cp-2", {
      services: [service("etcd", "Failed", PULL), running("kubelet")],
    })],
  });
  const { findings, ignored } = evaluateRules(facts, {
    rules: RULES,
    ignored: new Map([["image-x509", "known"]]),
  });
  deepEqual(findings.map(({ id }) => id), ["etcd-not-running"]);
  deepEqual(ignored.map(({ finding, reason }) => [finding.id, reason]), [["image-x509", "known"]]);
});

Deno.test("only some rules or checks are evaluated on request", () => {
  const facts = completeFacts({
    now: NOW,
    nodes: [controlPlane("cp-2", {
      services: [service("etcd", "Failed", PULL), service("kubelet", "Failed", "exit code 1")],
    })],
  });
  const ids = (only: readonly string[]) =>
    evaluateRules(facts, { rules: RULES, only }).findings.map(({ id }) => id);
  deepEqual(ids(["kubelet-not-running"]), ["kubelet-not-running"]);
  deepEqual(ids(["images"]), ["image-x509"]);
});

Deno.test("ids of rules are unique, and every rule has all its parts", () => {
  const ids = RULES.map(({ id }) => id);
  deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), []);
  for (const { id, summary, explanation, reads, source, actions, releases } of RULES) {
    equal(/^[a-z0-9-]+$/.test(id), true, id);
    equal(summary.split(" ").length <= 13 && summary !== "", true, `${id}: ${summary}`);
    equal(explanation.length > 30 && reads !== "" && source !== "", true, id);
    equal(actions.length > 0, true, id);
    equal(/^(all|v1\.\d+)$/.test(releases), true, id);
  }
});
