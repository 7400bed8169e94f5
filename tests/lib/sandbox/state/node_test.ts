import { deepEqual, equal, ok } from "node:assert/strict";
import { LiveValue } from "../../../../lib/sandbox/live_value.ts";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/mod.ts";
import {
  ClusterStates,
  type NodeSecrets,
  type NodeState,
} from "../../../../lib/sandbox/state/mod.ts";
import {
  AFFILIATE,
  CLUSTER_INFO,
  CLUSTER_RAW,
  IDENTITY,
  MEMBER,
} from "../../../../lib/sandbox/state/definitions/cluster.ts";
import type { Definition } from "../../../../lib/sandbox/state/definitions/definition.ts";
import {
  HOSTNAME_STATUS,
  NODE_ADDRESS,
} from "../../../../lib/sandbox/state/definitions/network.ts";
import {
  MACHINE_STATUS,
  MACHINE_TYPE,
  NODENAME,
  SERVICE,
} from "../../../../lib/sandbox/state/definitions/runtime.ts";
import {
  API_CERTIFICATE,
  CERT_SAN,
  OS_ROOT_SECRET,
} from "../../../../lib/sandbox/state/definitions/secrets.ts";
import type { NodeFacts, Role } from "../../../../lib/sandbox/types.ts";
import { watchCollection } from "../../../../lib/sandbox/state/watch.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { liveNode } from "./live_node.ts";
import { next } from "./resources.ts";

const ADMIN: ReadonlySet<Role> = new Set(["os:admin"]);
const pem = (name: string) => ({ crt: `${name} crt\n`, key: `${name} key\n` });

/** Returns the states of two configured nodes and one in maintenance mode, without servers. */
async function threeNodes(seed = "authority") {
  const clock = new FakeClock();
  const node = (name: string, address: string, type: NodeFacts["type"]): NodeFacts => (
    { name, address, port: 50000, type, cluster: "demo", folder: `/nonexistent/${name}` }
  );
  const specs = [
    node("cp", "127.1.0.2", "controlplane"),
    node("worker", "127.1.0.3", "worker"),
    node("blank", "127.1.0.4", "worker"),
  ].map((node) => ({
    node,
    services: new ServiceRegistry(() => clock.now()),
    live: liveNode(node.name === "blank" ? "maintenance" : "booting"),
    secrets: node.name === "blank" ? undefined : new LiveValue<NodeSecrets | undefined>({
      issuingCa: node.name === "cp" ? pem("ca") : undefined,
      acceptedCas: ["ca crt\n"],
      apiAcceptedCas: ["ca crt\n"],
      server: pem(node.name),
      client: node.name === "cp" ? pem("client") : undefined,
      extraHosts: ["demo.example", "10.0.0.1"],
    }),
  }));
  const names = specs.map(({ node }) => node.name);
  const states = await ClusterStates.create(names, seed, clock, () => {});
  for (const spec of specs) states.boot(spec);
  const [cp, worker, blank] = specs.map(({ node }) => states.of(node)) as [
    NodeState,
    NodeState,
    NodeState,
  ];
  return {
    clock,
    states,
    specs,
    cp,
    worker,
    blank,
    services: specs[0]!.services,
    live: specs[0]!.live,
  };
}

/** Reads the YAML of all resources of a type by id, as os:admin. */
function read(
  state: NodeState,
  { type, namespace }: Definition<never>,
  place = namespace,
): Record<string, string> {
  const kind = { namespace: place, type };
  state.open(kind, ADMIN);
  return Object.fromEntries(
    state.store.list(kind).map(({ metadata, spec }) => [metadata.id, spec!.yaml]),
  );
}

Deno.test("a node has its names and machine type; in maintenance mode neither type nor cluster", async () => {
  const { cp, worker, blank } = await threeNodes();
  deepEqual(read(cp, HOSTNAME_STATUS), { hostname: 'hostname: cp\ndomainname: ""\n' });
  deepEqual(read(worker, MACHINE_TYPE), { "machine-type": "worker\n" });
  deepEqual(read(cp, NODENAME), {
    nodename: 'nodename: cp\nhostnameVersion: "1"\nskipNodeRegistration: true\n',
  });
  deepEqual(read(blank, HOSTNAME_STATUS), { hostname: 'hostname: blank\ndomainname: ""\n' });
  deepEqual(read(blank, MACHINE_TYPE), { "machine-type": "unknown\n" });
  for (const definition of [NODENAME, MEMBER, AFFILIATE, IDENTITY, CLUSTER_INFO, OS_ROOT_SECRET]) {
    deepEqual(read(blank, definition as Definition<never>), {});
  }
  const [status] = Object.values(read(blank, MACHINE_STATUS));
  equal(status, "stage: maintenance\nstatus:\n    ready: true\n    unmetConditions: []\n");
});

Deno.test("members remain during a reboot, and leave with their configuration", async () => {
  const { states, specs, cp } = await threeNodes();
  const [, worker] = specs;
  const before = read(cp, MEMBER);
  deepEqual(Object.keys(before), ["cp", "worker"]);
  states.boot(worker!);
  deepEqual(read(cp, MEMBER), before);
  states.boot({ ...worker!, node: { ...worker!.node, type: "controlplane" } });
  ok(read(cp, MEMBER)["worker"]!.includes("machineType: controlplane\n"));
  states.boot({ ...worker!, secrets: undefined });
  deepEqual(Object.keys(read(cp, MEMBER)), ["cp"]);
});

Deno.test("all nodes list the same members, without the one in maintenance mode", async () => {
  const { cp, worker } = await threeNodes();
  const members = read(cp, MEMBER);
  deepEqual(read(worker, MEMBER), members);
  deepEqual(Object.keys(members), ["cp", "worker"]);
  equal(
    members["worker"]!.replace(/^nodeId: \w+\n/, ""),
    "addresses:\n    - 127.1.0.3\nhostname: worker\nmachineType: worker\n" +
      "operatingSystem: Talos (v1.8.0-alpha.2, sandbox)\n",
  );
  const own = /^nodeId: (.*)\n$/.exec(read(cp, IDENTITY)["local"]!)![1]!;
  const other = /^nodeId: (.*)\n$/.exec(read(worker, IDENTITY)["local"]!)![1]!;
  deepEqual(Object.keys(read(cp, AFFILIATE)).sort(), [own, other].sort());
  deepEqual(Object.keys(read(cp, AFFILIATE, CLUSTER_RAW)), [`service/${other}`]);
});

Deno.test("ids are stable across restarts and unique per cluster", async () => {
  const ids = async (seed?: string) => {
    const { cp } = await threeNodes(seed);
    return [read(cp, IDENTITY), read(cp, CLUSTER_INFO)];
  };
  deepEqual(await ids(), await ids());
  const [identity, info] = await ids();
  const [otherIdentity, otherInfo] = await ids("another authority");
  equal(identity!["local"] === otherIdentity!["local"], false);
  equal(info!["current"] === otherInfo!["current"], false);
  equal(/^clusterId: [\w-]{43}=\nclusterName: demo\n$/.test(info!["current"]!), true);
});

Deno.test("the machine status follows the services", async () => {
  const { cp, services, live, clock, states } = await threeNodes();
  const kind = { namespace: SERVICE.namespace, type: SERVICE.type };
  const stop = new AbortController();
  const watch = watchCollection(cp.store.collection(kind), {}, clock, stop.signal);
  const status = () => read(cp, MACHINE_STATUS)["machine"]!;
  equal(status().startsWith("stage: booting\n"), true);
  services.markStarted("machined", "up");
  services.markStarted("apid", "up");
  live.stage.set("running");
  equal(
    status().includes("reason: kubelet not running, etcd not running, trustd not running\n"),
    true,
  );
  deepEqual(await next(watch), [
    "created machined@1",
    "updated machined@2 (was 1)",
    "created apid@1",
    "updated apid@2 (was 1)",
  ]);
  services.markStarted("etcd", "up");
  deepEqual(await next(watch), ["created etcd@1", "updated etcd@2 (was 1)"]);
  equal(status().includes("reason: kubelet not running, trustd not running\n"), true);
  services.markStarted("kubelet", "up");
  services.markStarted("trustd", "up");
  deepEqual((await next(watch)).length, 4);
  equal(status(), "stage: running\nstatus:\n    ready: true\n    unmetConditions: []\n");
  services.setHealth("apid", false, "gone");
  equal(status().includes("reason: apid not healthy\n"), true);
  deepEqual(read(cp, SERVICE), {
    apid: "running: true\nhealthy: false\nunknown: false\n",
    etcd: "running: true\nhealthy: true\nunknown: false\n",
    kubelet: "running: true\nhealthy: true\nunknown: false\n",
    machined: "running: true\nhealthy: true\nunknown: false\n",
    trustd: "running: true\nhealthy: true\nunknown: false\n",
  });
  services.setState("apid", "Stopping", "down");
  deepEqual(await next(watch), ["updated apid@3 (was 2)", "destroyed apid@3"]);
  equal(status().includes("reason: apid not running\n"), true);
  stop.abort();
  states[Symbol.dispose]();
  services.markStarted("apid", "after the end");
  deepEqual(await next(watch), ["end"]);
});

Deno.test("only a control plane has the CA key; both have certificates", async () => {
  const { cp, worker } = await threeNodes();
  const base64 = (text: string) => new TextEncoder().encode(text).toBase64();
  const authority = `acceptedCAs:\n    - crt: ${base64("ca crt\n")}\n`;
  const names = "certSANIPs:\n    - 10.0.0.1\ncertSANDNSNames:\n    - demo.example\n";
  deepEqual(read(cp, OS_ROOT_SECRET), {
    os: `issuingCA:\n    crt: ${base64("ca crt\n")}\n    key: ${base64("ca key\n")}\n` +
      `${authority}${names}token: ""\n`,
  });
  deepEqual(read(worker, OS_ROOT_SECRET), {
    os: `issuingCA: null\n${authority}${names}token: ""\n`,
  });
  deepEqual(read(worker, API_CERTIFICATE), {
    api: `${authority}client: null\nserver:\n    crt: ${base64("worker crt\n")}\n` +
      `    key: ${base64("worker key\n")}\n`,
  });
  deepEqual(read(cp, CERT_SAN), {
    api: "ips:\n    - 127.1.0.2\n    - 127.0.0.1\n    - 10.0.0.1\n" +
      "dnsNames:\n    - cp\n    - localhost\n    - demo.example\nfqdn: cp\n",
  });
});

Deno.test("the default node address is the listen address", async () => {
  const { cp } = await threeNodes();
  const addresses = read(cp, NODE_ADDRESS);
  equal(addresses["default"], "addresses:\n    - 127.1.0.2/32\n");
  deepEqual(Object.keys(addresses), ["accumulative", "current", "default", "routed"]);
  equal(addresses["current"]!.startsWith("addresses:\n    - "), true);
});
