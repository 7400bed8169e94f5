import assert from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { cosi, State } from "../../../../proto/cosi.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import type { Data } from "../../../../lib/machineconfig/data.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { parseConfig } from "../../../../lib/osconfig/mod.ts";
import { openChannel } from "../../../../lib/rpc/mod.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";

const { MachineType } = machine.MachineConfig;

const REQUEST = {
  configVersion: "v1alpha1",
  clusterConfig: { name: "lab", controlPlane: { endpoint: "https://10.0.0.10:6443" } },
  machineConfig: { type: MachineType.TYPE_CONTROL_PLANE, kubernetesVersion: "1.30.4" },
} satisfies machine.IGenerateConfigurationRequest;

async function inMaintenance(body: (channel: Channel, sandbox: Sandbox) => Promise<void>) {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const { address, port } = sandbox.unconfigured[0]!;
    const channel = openChannel(`${address}:${port}`, { insecure: true });
    try {
      await body(channel, sandbox);
    } finally {
      channel.close();
    }
  });
}

async function generate(channel: Channel, request: machine.IGenerateConfigurationRequest) {
  const { messages } = await channel.unary(MachineService.GenerateConfiguration, request);
  const { data, talosconfig } = messages[0]!;
  const text = new TextDecoder().decode(data[0]);
  const loaded = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(loaded.problems, []);
  const problems = validate(loaded, { mode: "metal", release: "v1.8" });
  assert.deepEqual(problems.filter(({ severity }) => severity === "error"), []);
  const client = parseConfig(new TextDecoder().decode(talosconfig), "reply").config;
  return { text, main: loaded.documents[0]!.data, client };
}

Deno.test("a node in maintenance mode generates new secrets and all settings", () =>
  inMaintenance(async (channel) => {
    const { main, client, text } = await generate(channel, {
      ...REQUEST,
      clusterConfig: {
        ...REQUEST.clusterConfig,
        clusterNetwork: { dnsDomain: "lab.local", cniConfig: { name: "none" } },
        allowSchedulingOnControlPlanes: true,
      },
      machineConfig: {
        ...REQUEST.machineConfig,
        type: MachineType.TYPE_INIT,
        installConfig: { installDisk: "/dev/vdb", installImage: "example.com/installer:v1" },
        networkConfig: {
          hostname: "lab-1",
          interfaces: [{
            interface: "eth0",
            cidr: "10.0.0.5/24",
            mtu: 1400,
            routes: [{ network: "0.0.0.0/0", gateway: "10.0.0.1", metric: 10 }],
            dhcpOptions: { routeMetric: 7 },
          }],
        },
      },
    });
    const { machine: node, cluster } = main as Record<string, Record<string, Data>>;
    assert.equal(node!["type"], "init");
    assert.deepEqual(node!["network"], {
      hostname: "lab-1",
      interfaces: [{
        interface: "eth0",
        cidr: "10.0.0.5/24",
        routes: [{ network: "0.0.0.0/0", gateway: "10.0.0.1", metric: 10 }],
        mtu: 1400,
        dhcp: false,
        ignore: false,
        dhcpOptions: { routeMetric: 7 },
      }],
    });
    assert.equal(node!["install"]!["disk"], "/dev/vdb");
    assert.deepEqual(cluster!["network"]!["cni"], { name: "none" });
    assert.equal(cluster!["network"]!["dnsDomain"], "lab.local");
    assert.equal(cluster!["allowSchedulingOnControlPlanes"], true);
    assert.match(text, /# /, "with comments, as nodes encode it");
    assert.equal(client.current, "lab");
    assert.deepEqual(client.contexts.get("lab")!.endpoints, ["10.0.0.10"]);
    const other = await generate(channel, REQUEST);
    assert.notEqual((other.main["cluster"] as Data)["id"], cluster!["id"]);
  }));

Deno.test("a control plane generates with the secrets of its cluster, a worker does not", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const { controlPlanes: [first], workers: [worker] } = sandbox;
    await withChannel(sandbox, first!, ["os:admin"], async (channel) => {
      const type = "MachineConfigs.config.talos.dev";
      const request = { namespace: "config", type, id: "v1alpha1" };
      const { resource } = await channel.unary(State.Get, cosi.resource.GetRequest.create(request));
      const own = decodeMachineConfig(resource!.spec!.yamlSpec, { release: "v1.8" });
      const machineConfig = { ...REQUEST.machineConfig, type: MachineType.TYPE_WORKER };
      const { main } = await generate(channel, { ...REQUEST, machineConfig });
      assert.equal((main["machine"] as Data)["type"], "worker");
      const secretOf = (data: Data) => (data["cluster"] as Data)["secret"];
      assert.equal(secretOf(main), secretOf(own.documents[0]!.data));
    });
    await withChannel(sandbox, worker!, ["os:admin"], async (channel) => {
      await assert.rejects(generate(channel, REQUEST), {
        details: "config can't be generated on worker nodes",
      });
    });
    await withChannel(sandbox, first!, ["os:reader"], async (channel) => {
      await assert.rejects(generate(channel, REQUEST), { details: "not authorized" });
    });
  }));

Deno.test("invalid requests are rejected with the messages of nodes", () =>
  inMaintenance(async (channel) => {
    const { machineConfig, clusterConfig } = REQUEST;
    const cases: [machine.IGenerateConfigurationRequest, string | RegExp][] = [
      [{ configVersion: "v1alpha1", clusterConfig }, "invalid generate request"],
      [{ configVersion: "v1alpha1", machineConfig }, "invalid generate request"],
      [{ ...REQUEST, configVersion: "v2" }, "unsupported config version v2"],
      [
        { ...REQUEST, machineConfig: { ...machineConfig, type: MachineType.TYPE_WORKER } },
        "join config can't be generated in the maintenance mode",
      ],
      [
        { ...REQUEST, clusterConfig: { name: "lab", controlPlane: { endpoint: "10.0.0.10" } } },
        /^invalid cluster endpoint "10\.0\.0\.10"/,
      ],
    ];
    for (const [request, details] of cases) {
      await assert.rejects(generate(channel, request), { code: 2, details });
    }
  }));
