import assert from "node:assert/strict";
import { openChannel, StatusCode } from "../../../lib/rpc/mod.ts";
import type { Channel } from "../../../lib/rpc/types.ts";
import { common } from "../../../proto/common.ts";
import { ImageService, LifecycleService, machine, MachineService } from "../../../proto/machine.ts";
import { StorageService } from "../../../proto/storage.ts";
import { type Sandbox, withSandbox } from "../../helpers/sandbox.ts";
import { negotiatedProtocol } from "../../helpers/negotiated_protocol.ts";
import { withChannel } from "./channels.ts";

const { CRI } = common.ContainerDriver;
const { NS_CRI, NS_SYSTEM } = common.ContainerdNamespace;

/** Calls the control plane of a cluster of `osVersion` as administrator. */
const onVersion = (
  osVersion: string,
  body: (channel: Channel, sandbox: Sandbox) => Promise<void>,
) =>
  withSandbox(
    { osVersion },
    (sandbox) =>
      withChannel(
        sandbox,
        sandbox.nodes[0]!,
        ["os:admin"],
        (channel) => body(channel, sandbox),
      ),
  );

const rejection = (code: number, details: string) => ({ code, details });

Deno.test("nodes negotiate ALPN from v1.8.2 on", async () => {
  for (const [osVersion, expected] of [["v1.8.1", false], ["v1.8.2", "h2"]] as const) {
    await withSandbox({ osVersion }, async ({ nodes }) => {
      assert.equal(await negotiatedProtocol(nodes[0]!), expected, osVersion);
    });
  }
});

Deno.test("methods of other releases are unknown, before roles are checked", async () => {
  await onVersion("v1.12.11", async (channel, sandbox) => {
    const list = Array.fromAsync(channel.serverStream(ImageService.List, {}));
    await assert.rejects(
      list,
      rejection(StatusCode.unimplemented, "unknown service machine.ImageService"),
    );
    await withChannel(sandbox, sandbox.nodes[0]!, [], async (other) => {
      await assert.rejects(
        Array.fromAsync(other.serverStream(LifecycleService.Upgrade, {})),
        rejection(StatusCode.unimplemented, "unknown service machine.LifecycleService"),
      );
    });
    await assert.rejects(
      channel.unary(MachineService.GenerateConfiguration, {}),
      ({ code }: { code: number }) => code !== StatusCode.unimplemented,
    );
  });
  await onVersion("v1.13.9", async (channel) => {
    const service = "for service machine.MachineService";
    await assert.rejects(
      channel.unary(MachineService.GenerateConfiguration, {}),
      rejection(StatusCode.unimplemented, `unknown method GenerateConfiguration ${service}`),
    );
    const containerd = { driver: CRI, namespace: NS_CRI };
    const images = channel.serverStream(ImageService.List, { containerd });
    assert.deepEqual(await Array.fromAsync(images), []);
  });
});

Deno.test("a node in maintenance mode serves its version from v1.13 on", async () => {
  for (const [osVersion, expected] of [["v1.12.11", 12], ["v1.13.9", "v1.13.9"]] as const) {
    await withSandbox({ osVersion, unconfigured: 1 }, async ({ unconfigured }) => {
      const { address, port } = unconfigured[0]!;
      const channel = openChannel(`${address}:${port}`, { insecure: true });
      try {
        const answer = await channel.unary(MachineService.Version, {}).then(
          ({ messages }) => messages[0]!.version!.tag,
          ({ code }) => code,
        );
        assert.equal(answer, expected);
        const { code } = await channel.unary(MachineService.Reset, {}).then(
          () => ({ code: 0 }),
          (error) => error,
        );
        assert.equal(code, osVersion === "v1.13.9" ? 7 : 12);
      } finally {
        channel.close();
      }
    });
  }
});

Deno.test("an installer changes the version of the next boot without reboot", () =>
  onVersion("v1.13.9", async (channel) => {
    const containerd = { driver: CRI, namespace: NS_SYSTEM };
    const imageRef = "ghcr.io/siderolabs/installer:v1.14.0";
    const pulled = await Array.fromAsync(
      channel.serverStream(ImageService.Pull, { containerd, imageRef }),
    );
    assert.deepEqual(pulled.map(({ name }) => name), [imageRef]);
    const request = { containerd, source: { imageName: imageRef } };
    const progress = await Array.fromAsync(channel.serverStream(LifecycleService.Upgrade, request));
    assert.equal(progress.at(-1)!.progress!.exitCode, 0);
    const { messages } = await channel.unary(MachineService.Version, {});
    assert.equal(messages[0]!.version!.tag, "v1.13.9");
    await assert.rejects(
      Array.fromAsync(channel.serverStream(LifecycleService.Install, {
        ...request,
        destination: { disk: "/dev/sda" },
      })),
      rejection(StatusCode.alreadyExists, "machine is already installed"),
    );
    await assert.rejects(
      Array.fromAsync(channel.serverStream(LifecycleService.Upgrade, {})),
      rejection(StatusCode.invalidArgument, "installer image name is required"),
    );
  }));

Deno.test("etcd downgrades its storage by one minor version and cancels that", () =>
  onVersion("v1.11.6", async (channel) => {
    const validate = (version: string) =>
      channel.unary(MachineService.EtcdDowngradeValidate, { version });
    const versions = async () => {
      const { messages } = await channel.unary(MachineService.EtcdStatus, {});
      const { protocolVersion, storageVersion } = messages[0]!.memberStatus!;
      return [protocolVersion, storageVersion];
    };
    await assert.rejects(validate("3.4"), { code: StatusCode.invalidArgument });
    await assert.rejects(validate("3.6"), /invalid downgrade target version/);
    const { messages } = await validate("3.5");
    assert.equal(messages[0]!.clusterDowngrade!.clusterVersion, "3.6.0");
    assert.deepEqual(await versions(), ["3.6.0", "3.6.0"]);
    await channel.unary(MachineService.EtcdDowngradeEnable, { version: "3.5" });
    assert.deepEqual(await versions(), ["3.6.0", "3.5.0"]);
    await assert.rejects(validate("3.5"), /downgrade job in progress/);
    await channel.unary(MachineService.EtcdDowngradeCancel, {});
    assert.deepEqual(await versions(), ["3.6.0", "3.6.0"]);
    await assert.rejects(channel.unary(MachineService.EtcdDowngradeCancel, {}), /no inflight/);
  }));

Deno.test("a forced reboot stops no service first; older nodes reboot in the default mode", async () => {
  for (const osVersion of ["v1.11.6", "v1.12.11"]) {
    await onVersion(osVersion, async (channel, { cluster }) => {
      await channel.unary(MachineService.Reboot, { mode: machine.RebootRequest.Mode.FORCE });
      const range = { tailEvents: -1, tailId: "", tailSeconds: 0, actorId: "" };
      const events = cluster.eventsOf(cluster.nodes[0]!).watch(range, AbortSignal.timeout(5000));
      const phases: string[] = [];
      for await (const { kind, payload } of events) {
        if (kind !== "PhaseEvent") continue;
        phases.push(machine.PhaseEvent.decode(payload).phase);
        if (phases.at(-1) === "stopEverything") break;
      }
      assert.equal(phases.includes("stopServices"), osVersion === "v1.11.6", phases.join());
    });
  }
});

Deno.test("a wipe rejects unknown and mounted devices, and writes nothing", () =>
  onVersion("v1.9.6", async (channel) => {
    await assert.rejects(
      channel.unary(StorageService.BlockDeviceWipe, { devices: [{ device: "nope" }] }),
      rejection(StatusCode.notFound, 'blockdevice "nope" not found'),
    );
  }));
