import { deepEqual, equal, rejects } from "node:assert/strict";
import { cosi, State } from "../../../proto/cosi.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { SecurityService } from "../../../proto/security.ts";
import { openChannel, RpcError } from "../../../lib/rpc/mod.ts";
import { serviceLogPath } from "../../../lib/sandbox/service_log.ts";
import { stream, unary } from "../../../lib/sandbox/types.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { withChannel } from "./channels.ts";

function status(code: number, details: string | RegExp) {
  return (error: unknown) => {
    equal(error instanceof RpcError, true, String(error));
    const { code: seen, details: text } = error as RpcError;
    equal(seen, code);
    if (typeof details === "string") equal(text, details);
    else equal(details.test(text), true, text);
    return true;
  };
}

/** Methods that no service has. */
const NO_METHOD = { ...MachineService.Version, path: "/machine.MachineService/Nonsense" };
const NO_SERVICE = { ...MachineService.Version, path: "/nonsense.Service/Version" };

Deno.test("the node that handles a forwarded call checks the roles", () =>
  withSandbox({ controlPlanes: 2 }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    await withChannel(sandbox, first!, ["os:reader"], async (channel) => {
      const read = (headers: Record<string, string[]>) =>
        Array.fromAsync(
          channel.serverStream(MachineService.Read, { path: "/etc/hosts" }, { headers }),
        );
      await rejects(read({}), status(7, "not authorized"));
      await rejects(read({ node: [second!.address] }), status(7, "not authorized"));
      for (const node of [first!, second!]) {
        const [message, ...more] = await read({ nodes: [node.address] });
        equal(more.length, 0);
        equal(message?.metadata?.hostname, node.address);
        equal(
          message?.metadata?.error,
          "rpc error: code = PermissionDenied desc = not authorized",
        );
        deepEqual(
          [message?.metadata?.status?.code, message?.metadata?.status?.message],
          [7, "not authorized"],
        );
      }
      const { messages } = await channel.unary(MachineService.Version, {}, {
        headers: { nodes: [second!.address] },
      });
      equal(messages[0]?.metadata?.error, "");
    });
  }));

Deno.test("the role header of a client is ignored", () =>
  withSandbox(
    { controlPlanes: 2 },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:reader"], async (channel) => {
        const headers = { "talos-role": ["os:admin"], node: [sandbox.controlPlanes[1]!.address] };
        const read = channel.serverStream(MachineService.Read, { path: "/etc/hosts" }, { headers });
        await rejects(Array.fromAsync(read), status(7, "not authorized"));
      }),
  ));

Deno.test("a client without roles may call nothing", () =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, [], async (channel) => {
        await rejects(channel.unary(MachineService.Version, {}), status(7, "not authorized"));
      }),
  ));

Deno.test("unserved methods fail with Unimplemented and the message of Talos nodes", () =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        await rejects(
          channel.unary(SecurityService.Certificate, {}),
          status(12, "method Certificate not implemented"),
        );
        await rejects(
          channel.unary(NO_METHOD, {}),
          status(12, "unknown method Nonsense for service machine.MachineService"),
        );
        await rejects(
          channel.unary(NO_SERVICE, {}),
          status(12, "unknown service nonsense.Service"),
        );
      }),
  ));

Deno.test("a malformed request fails with Internal", () =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const garbage = {
          ...MachineService.List,
          serverStreaming: true,
          encodeRequest: () => Uint8Array.of(0x0a, 0xff),
        };
        const list = Array.fromAsync(channel.serverStream(garbage, {}));
        await rejects(list, status(13, /cannot decode/));
        await channel.unary(MachineService.Version, {});
      }),
  ));

Deno.test("COSI calls accept header node but not nodes", () =>
  withSandbox(
    { controlPlanes: 2, bindings: [cosiGet] },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const other = sandbox.controlPlanes[1]!;
        const get = (headers: Record<string, string[]>) =>
          channel.unary(State.Get, { id: "x" }, { headers });
        equal(
          (await get({ node: [other.name] })).resource?.metadata?.id,
          `x of ${other.name}`,
        );
        await rejects(
          get({ nodes: [other.name] }),
          status(3, "one-2-many proxying is not supported for COSI methods"),
        );
      }),
  ));

const cosiGet = unary(State.Get, (request, { node }) =>
  Promise.resolve(
    cosi.resource.GetResponse.create({
      resource: { metadata: { id: `${request.id} of ${node.name}` } },
    }),
  ));

Deno.test("a call to an unreachable node names it and fails immediately during back-off", () =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const headers = { nodes: [sandbox.controlPlanes[0]!.address, sandbox.dead] };
        const refused = `dial tcp ${sandbox.dead}:50000: connect: connection refused`;
        for (let round = 1; round <= 2; round++) {
          const { messages } = await channel.unary(MachineService.Version, {}, { headers });
          equal(messages.length, 2);
          const dead = messages.find((one) => one.metadata?.hostname === sandbox.dead);
          equal(dead?.metadata?.status?.code, 14);
          equal(
            dead?.metadata?.status?.message,
            `connection error: desc = "transport: Error while dialing: ${refused}"`,
          );
        }
      }),
  ));

Deno.test("forwarding to a node in maintenance mode fails certificate verification", () =>
  withSandbox(
    { unconfigured: 1 },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const headers = { node: [sandbox.unconfigured[0]!.address] };
        await rejects(channel.unary(MachineService.Version, {}, { headers }), {
          code: 14,
          details: 'connection error: desc = "transport: authentication handshake failed: tls: ' +
            'failed to verify certificate: x509: certificate signed by unknown authority"',
        });
      }),
  ));

// Texts: grpc.Dial and grpc.NewClient of grpc-go for a name without a DNS record; apid of Talos calls
// the latter from v1.8 on.
for (
  const [osVersion, unknown] of [
    ["v1.7.7", /transport: Error while dialing: dial tcp: lookup nowhere: no such host"$/],
    ["v1.8.4", /^name resolver error: produced zero addresses$/],
  ] as const
) {
  Deno.test(`unknown names and addresses are Unavailable without DNS lookup on ${osVersion}`, () =>
    withSandbox(
      { osVersion },
      (sandbox) =>
        withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
          const reasons = new Map([
            ["nowhere", unknown],
            ["10.255.255.1", /dial tcp 10\.255\.255\.1:50000: connect: no route to host/],
          ]);
          for (const [node, reason] of reasons) {
            const call = channel.unary(MachineService.Version, {}, { headers: { node: [node] } });
            await rejects(call, status(14, reason));
          }
        }),
    ));
}

Deno.test("canceling a call aborts it on the handling node", async () => {
  const ended = Promise.withResolvers<void>();
  const endless = stream(MachineService.Events, async function* (_request, { signal }) {
    try {
      while (!signal.aborted) {
        yield machine.Event.create({ id: "tick" });
        await new Promise<void>((resolve) => setTimeout(resolve, 1));
      }
    } finally {
      ended.resolve();
    }
  });
  await withSandbox(
    { workers: 1, bindings: [endless] },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const headers = { nodes: [sandbox.workers[0]!.address] };
        for await (const event of channel.serverStream(MachineService.Events, {}, { headers })) {
          equal(event.metadata?.hostname, sandbox.workers[0]!.address);
          break;
        }
        await ended.promise;
      }),
  );
});

Deno.test("a node rejects clients of other clusters", () =>
  withSandbox({}, (sandbox) =>
    withSandbox({ name: "other" }, async (other) => {
      const { address, port } = sandbox.controlPlanes[0]!;
      const { ca } = await sandbox.cluster.issue("os:admin");
      const stranger = await other.cluster.issue("os:admin");
      for (const tls of [{ ca }, { ...stranger, ca }]) {
        const channel = openChannel(`${address}:${port}`, tls);
        try {
          await rejects(channel.unary(MachineService.Version, {}), { kind: "connection" });
        } finally {
          channel.close();
        }
      }
    })));

Deno.test("every call is logged by each node involved", () =>
  withSandbox(
    { workers: 1 },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const [controlPlane, worker] = [sandbox.controlPlanes[0]!, sandbox.workers[0]!];
        const headers = { nodes: [worker.address], authorization: ["secret"] };
        await channel.unary(MachineService.Hostname, {}, { headers });
        const read = Array.fromAsync(channel.serverStream(MachineService.Read, { path: "/nope" }));
        await rejects(read, status(5, /no such file/));
        const text = (node: typeof worker, service: string) =>
          Deno.readTextFileSync(serviceLogPath(node.folder, service));
        const line = /apid OK \[\/machine\.MachineService\/Hostname\] \S+ unary Success \(peer=127/;
        equal(line.test(text(controlPlane, "apid")), true);
        equal(/Hostname/.test(text(controlPlane, "machined")), false);
        equal(/machined OK .*Hostname/.test(text(worker, "machined")), true);
        const failed =
          /machined NotFound \[\/machine\.MachineService\/Read\] \S+ stream stat \/nope/;
        equal(failed.test(text(controlPlane, "machined")), true);
        equal(text(controlPlane, "apid").includes("secret"), false);
      }),
  ));
