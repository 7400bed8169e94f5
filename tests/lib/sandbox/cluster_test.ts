import { deepEqual, equal, rejects } from "node:assert/strict";
import { MachineService } from "../../../proto/machine.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { withChannel } from "./channels.ts";

Deno.test("a control plane handles calls without target itself", () =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const { messages } = await channel.unary(MachineService.Hostname, {});
        deepEqual(messages.map((message) => [message.hostname, message.metadata]), [
          ["test-controlplane-1", null],
        ]);
      }),
  ));

Deno.test("a control plane forwards to the given targets and returns them in metadata", () =>
  withSandbox(
    { controlPlanes: 1, workers: 1 },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const nodes = ["test-worker-1", sandbox.controlPlanes[0]!.address];
        const { messages } = await channel.unary(MachineService.Hostname, {}, {
          headers: { nodes },
        });
        const answers = messages.map((one) => [one.metadata?.hostname, one.hostname]);
        deepEqual(
          new Map(answers as [string, string][]),
          new Map([
            ["test-worker-1", "test-worker-1"],
            [nodes[1]!, "test-controlplane-1"],
          ]),
        );
      }),
  ));

Deno.test("startCluster stops all nodes when an address is in use", () =>
  withSandbox({}, async (sandbox) => {
    const { startCluster, createSecrets } = await import("../../../lib/sandbox/mod.ts");
    const { wallClock } = await import("../../helpers/fake_system.ts");
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
    const taken = { ...sandbox.nodes[0]!, configured: true };
    const secrets = await createSecrets({ clock: wallClock, random });
    const spec = { name: "other", nodes: [taken], secrets, nodesFolder: `${sandbox.home}/other` };
    await rejects(startCluster(spec, { clock: wallClock, random }), { code: "EADDRINUSE" });
    equal((await sandbox.cluster.issue("os:admin")).ca.startsWith("-----BEGIN"), true);
  }));
