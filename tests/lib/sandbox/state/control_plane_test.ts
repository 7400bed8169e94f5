import assert from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { cosi, State } from "../../../../proto/cosi.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";

const NO_REBOOT = machine.ApplyConfigurationRequest.Mode.NO_REBOOT;
const STATIC_PODS = { namespace: "k8s", type: "StaticPods.kubernetes.talos.dev" };
const STATUSES = { namespace: "k8s", type: "StaticPodStatuses.kubernetes.talos.dev" };
const ETCD_MEMBERS = { namespace: "etcd", type: "EtcdMembers.etcd.talos.dev" };
const CONFIG = { namespace: "config", type: "MachineConfigs.config.talos.dev", id: "v1alpha1" };

type Kind = typeof STATIC_PODS;

const onControlPlane = (body: (channel: Channel, sandbox: Sandbox) => Promise<void>) =>
  withSandbox(
    { workers: 1 },
    (sandbox) =>
      withChannel(
        sandbox,
        sandbox.controlPlanes[0]!,
        ["os:admin"],
        (channel) => body(channel, sandbox),
      ),
  );

async function list(channel: Channel, kind: Kind): Promise<[id: string, yaml: string][]> {
  const answers = await Array.fromAsync(channel.serverStream(State.List, kind));
  return answers.map(({ resource }) => [resource!.metadata!.id, resource!.spec!.yamlSpec]);
}

async function patchConfig(channel: Channel, change: (text: string) => string): Promise<void> {
  const { resource } = await channel.unary(State.Get, CONFIG);
  const data = new TextEncoder().encode(change(resource!.spec!.yamlSpec));
  await channel.unary(MachineService.ApplyConfiguration, { data, mode: NO_REBOOT });
}

/** Collects `<event> <id>` of a watch until `stop` is called. */
async function startWatch(channel: Channel, kind: Kind) {
  const events: string[] = [];
  const abort = new AbortController();
  const request = { ...kind, apiVersion: 1 };
  const stream = channel.serverStream(State.Watch, request, { signal: abort.signal });
  const ready = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const { event } of stream) {
      ready.resolve();
      for (const { eventType, resource } of event) {
        events.push(`${cosi.resource.EventType[eventType]} ${resource!.metadata!.id}`);
      }
    }
  })().catch(() => {});
  await ready.promise;
  return {
    events,
    until: async (count: number) => {
      const end = Date.now() + 60_000;
      while (events.length < count && Date.now() < end) await new Promise((r) => setTimeout(r, 10));
      abort.abort();
      await reading;
      return events;
    },
  };
}

Deno.test("static pods and their statuses follow the machine configuration", () =>
  onControlPlane(async (channel, sandbox) => {
    const pods = await list(channel, STATIC_PODS);
    assert.deepEqual(pods.map(([id]) => id), [
      ...["kube-apiserver", "kube-controller-manager", "kube-scheduler"],
    ]);
    const apiServer = pods[0]![1];
    assert.match(apiServer, /^apiVersion: v1\nkind: Pod\nmetadata:\n {4}annotations:\n/);
    assert.match(apiServer, /talos\.dev\/config-version: "1"\n/);
    assert.match(apiServer, /image: registry\.k8s\.io\/kube-apiserver:v1\.31\.1\n/);
    const { name, address } = sandbox.controlPlanes[0]!;
    const statuses = await list(channel, STATUSES);
    assert.deepEqual(statuses.map(([id]) => id), [
      `kube-system/kube-apiserver-${name}`,
      `kube-system/kube-controller-manager-${name}`,
      `kube-system/kube-scheduler-${name}`,
    ]);
    assert.match(statuses[0]![1], new RegExp(`\nhostIP: ${address.replaceAll(".", "\\.")}\n`));

    const watch = await startWatch(channel, STATIC_PODS);
    await patchConfig(
      channel,
      (text) =>
        text.replace("kube-apiserver:v1.31.1", "kube-apiserver:v1.31.2")
          .replace(
            /^ {4}scheduler:\n/m,
            '    scheduler:\n        extraArgs:\n            v: "4"\n            profiling: "true"\n',
          )
          .replace(
            /^ {4}install:\n/m,
            "    pods:\n        - metadata:\n            name: own\n          spec:\n" +
              "            containers: []\n    install:\n",
          ),
    );
    assert.deepEqual((await watch.until(3)).toSorted(), [
      ...["CREATED default-own", "UPDATED kube-apiserver", "UPDATED kube-scheduler"],
    ]);
    const after = new Map(await list(channel, STATIC_PODS));
    assert.match(after.get("kube-apiserver")!, /config-version: "2"\n[\s\S]*apiserver:v1\.31\.2\n/);
    assert.match(after.get("kube-scheduler")!, /- --profiling=true\n/);
    assert.match(after.get("kube-scheduler")!, /- --v=4\n/);
    assert.equal(after.get("default-own"), "metadata:\n    name: own\nspec:\n    containers: []\n");
    await withChannel(sandbox, sandbox.workers[0]!, ["os:reader"], async (worker) => {
      assert.deepEqual(await list(worker, STATIC_PODS), []);
      assert.deepEqual(await list(worker, ETCD_MEMBERS), []);
    });
  }));

Deno.test("etcd resources and static pods follow leave and bootstrap", () =>
  onControlPlane(async (channel, sandbox) => {
    const { messages } = await channel.unary(MachineService.EtcdMemberList, {});
    const id = BigInt(String(messages[0]!.members[0]!.id)).toString(16).padStart(16, "0");
    assert.deepEqual(await list(channel, ETCD_MEMBERS), [["local", `memberID: ${quoted(id)}\n`]]);
    const { name, address } = sandbox.controlPlanes[0]!;
    const [spec] = await list(channel, { namespace: "etcd", type: "EtcdSpecs.etcd.talos.dev" });
    assert.equal(
      spec![1],
      `name: ${name}\nadvertisedAddresses:\n    - ${address}\nlistenPeerAddresses:\n` +
        "    - 0.0.0.0\nlistenClientAddresses:\n    - 0.0.0.0\n" +
        "image: gcr.io/etcd-development/etcd:v3.5.15\nextraArgs: {}\n",
    );
    const members = await startWatch(channel, ETCD_MEMBERS);
    const pods = await startWatch(channel, STATIC_PODS);
    await sandbox.cluster.wipeEtcd(sandbox.controlPlanes[0]!);
    assert.deepEqual(await list(channel, ETCD_MEMBERS), []);
    assert.deepEqual(await list(channel, STATIC_PODS), []);
    await channel.unary(MachineService.Bootstrap, {});
    assert.deepEqual(await members.until(2), ["DESTROYED local", "CREATED local"]);
    assert.equal((await pods.until(6)).filter((event) => event.startsWith("CREATED")).length, 3);
    assert.equal((await list(channel, STATUSES)).length, 3);
  }));

Deno.test("watches report META keys", () =>
  onControlPlane(async (channel) => {
    const kind = { namespace: "runtime", type: "MetaKeys.runtime.talos.dev" };
    const watch = await startWatch(channel, kind);
    const value = new TextEncoder().encode("a");
    await channel.unary(MachineService.MetaWrite, { key: 12, value });
    await channel.unary(MachineService.MetaDelete, { key: 12 });
    assert.deepEqual(await watch.until(2), ["CREATED 0x0c", "DESTROYED 0x0c"]);
  }));

/** Quotes an id that YAML would read as a number. */
function quoted(id: string): string {
  return /^\d+(e\d+)?$/.test(id) ? `"${id}"` : id;
}
