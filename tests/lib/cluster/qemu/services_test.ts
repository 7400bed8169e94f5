/** Services of the background process over real sockets: load balancer, node service, keys, console. */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { KMSService } from "../../../../proto/kms.ts";
import { createKms, createKmsKey } from "../../../../lib/cluster/qemu/kms.ts";
import { LoadBalancer } from "../../../../lib/cluster/qemu/load_balancer.ts";
import { type PowerControl, serveNode } from "../../../../lib/cluster/qemu/node_service.ts";
import { QmpClient, type QmpEvent } from "../../../../lib/cluster/qemu/qmp_client.ts";
import { RotatingLog } from "../../../../lib/cluster/qemu/rotating_log.ts";
import type { LaunchConfig } from "../../../../lib/cluster/qemu/launch_config.ts";
import { machineFiles, VirtualMachine } from "../../../../lib/cluster/qemu/virtual_machine.ts";
import { SerialConsole } from "../../../../lib/cluster/qemu/serial_console.ts";
import { fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { programTest } from "../../../helpers/programs.ts";

const { random } = fakeSystem();

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the description of a machine without network, firmware and TPM. */
function launchConfig(folder: string): LaunchConfig {
  return {
    StatePath: folder,
    DiskPaths: [`${folder}/disk`],
    DiskDrivers: ["virtio"],
    VCPUCount: 1,
    MemSize: 64,
    KernelImagePath: "",
    InitrdPath: "",
    ISOPath: "",
    PFlashImages: [],
    KernelArgs: "",
    MonitorPath: `${folder}/n.monitor`,
    DefaultBootOrder: "cn",
    EnableKVM: false,
    BootloaderEnabled: true,
    TPM2Config: { NodeName: "", StateDir: "" },
    NodeUUID: crypto.randomUUID(),
    BadRTC: false,
    ArchitectureData: "amd64",
    Config: "",
    BridgeName: "",
    NetworkConfig: null,
    CNI: { BinPath: [], ConfDir: "", CacheDir: "", BundleURL: "" },
    IPs: [],
    CIDRs: [],
    NoMasqueradeCIDRs: [],
    Hostname: "n",
    GatewayAddrs: [],
    MTU: 1500,
    Nameservers: [],
    TFTPServer: "",
    BootFilename: "",
    IPXEBootFileName: "",
    APIPort: 0,
  };
}

/** Polls until a condition holds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Serves a name to every connection; records what clients send. */
function nameServer(name: string): { port: number; close(): void } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  (async () => {
    for await (const connection of listener) {
      (async () => {
        const text = await readAll(connection);
        await connection.write(new TextEncoder().encode(`${name}:${text}`));
        connection.close();
      })().catch(() => {}); // a health check closes at once
    }
  })();
  return { port: listener.addr.port, close: () => listener.close() };
}

async function ask(port: number, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  await connection.closeWrite();
  return await readAll(connection);
}

/** Reads up to the end, without closing the connection. */
async function readAll(connection: Deno.Conn): Promise<string> {
  const chunks: string[] = [];
  const buffer = new Uint8Array(1024);
  for (let count = await connection.read(buffer); count; count = await connection.read(buffer)) {
    chunks.push(new TextDecoder().decode(buffer.subarray(0, count)));
  }
  return chunks.join("");
}

Deno.test("the load balancer takes turns, and skips an upstream that ended", async () => {
  const [a, b] = [nameServer("a"), nameServer("b")];
  const upstreams = [a, b].map(({ port }) => ({ hostname: "127.0.0.1", port }));
  const lines: string[] = [];
  const balancer = new LoadBalancer({
    listen: { hostname: "127.0.0.1", port: 0 },
    upstreams,
    clock: wallClock,
    log: (line) => lines.push(line),
  });
  try {
    await until(() => balancer.healthy.length === 2);
    const answers = [await ask(balancer.port, "x"), await ask(balancer.port, "y")];
    deepEqual(answers.map((text) => text[0]).sort(), ["a", "b"]);
    deepEqual(answers.map((text) => text.slice(1)), [":x", ":y"]);
    a.close();
    for (let call = 0; call < 4; call++) equal(await ask(balancer.port, "z"), "b:z");
    await until(() => balancer.healthy.length === 1);
    match(lines.at(-1)!, /^upstream 127\.0\.0\.1:\d+ is unhealthy$/);
    b.close();
    await until(() => balancer.healthy.length === 0);
    equal(await ask(balancer.port, "z"), "");
    equal(lines.at(-1), "no upstream accepts connections");
  } finally {
    balancer.close();
  }
});

class FakePower implements PowerControl {
  readonly calls: string[] = [];
  isPoweredOn = true;
  powerOn = () => void this.calls.push("on");
  powerOff = () => void this.calls.push("off");
  reboot = () => void this.calls.push("reboot");
  pxeBootOnce = () => void this.calls.push("pxe");
}

Deno.test("the node service has the paths of talosctl", async () => {
  const power = new FakePower();
  const lines: string[] = [];
  const stop = new AbortController();
  const server = serveNode({
    hostname: "127.0.0.1",
    port: 0,
    config: "version: v1alpha1\n",
    addresses: ["127.0.0.1"],
    power,
    signal: stop.signal,
    log: (line) => lines.push(line),
  });
  const send = async (method: string, path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.addr.port}${path}`, { method });
    return [response.status, await response.text()];
  };
  try {
    deepEqual(await send("GET", "/config.yaml"), [200, "version: v1alpha1\n"]);
    deepEqual(await send("HEAD", "/config.yaml"), [200, ""]);
    deepEqual(await send("PUT", "/config.yaml"), [501, ""]);
    deepEqual(await send("GET", "/status"), [200, '{"PoweredOn":true}\n']);
    for (const path of ["/poweron", "/poweroff", "/reboot", "/pxeboot"]) {
      deepEqual(await send("GET", path), [501, ""]);
      deepEqual(await send("POST", path), [200, ""]);
    }
    deepEqual(power.calls, ["on", "off", "reboot", "pxe"]);
    deepEqual(await send("GET", "/other"), [404, ""]);
    equal(lines[0], "GET /config.yaml from 127.0.0.1: 200");
  } finally {
    stop.abort();
    await server.finished;
  }
});

Deno.test("only the node itself receives its configuration", async () => {
  const stop = new AbortController();
  const server = serveNode({
    hostname: "127.0.0.1",
    port: 0,
    config: "secret",
    addresses: ["10.5.0.2"],
    power: new FakePower(),
    signal: stop.signal,
    log: () => {},
  });
  try {
    const response = await fetch(`http://127.0.0.1:${server.addr.port}/config.yaml`);
    deepEqual([response.status, await response.text()], [403, ""]);
  } finally {
    stop.abort();
    await server.finished;
  }
});

Deno.test("a log is rotated by renaming, and loses the oldest file only", () =>
  withFolder(async (folder) => {
    const path = `${folder}/n.log`;
    await Deno.writeTextFile(path, "old\n");
    const log = new RotatingLog(path, { limit: 8, keep: 2 });
    for (const line of ["1111111\n", "2222222\n", "3\n", "4\n", "5555555\n"]) await log.write(line);
    await log.close();
    const read = (suffix: string) => Deno.readTextFile(`${path}${suffix}`);
    deepEqual([await read(""), await read(".1"), await read(".2")], [
      "5555555\n",
      "3\n4\n",
      "2222222\n",
    ]);
    const again = new RotatingLog(path, { limit: 80, keep: 2 });
    await again.write("6\n");
    await again.close();
    equal(await read(""), "5555555\n6\n");
  }));

Deno.test("a log counts what a full disk rejects, and reports it when there is space again", () =>
  withFolder(async (folder) => {
    const path = `${folder}/n.log`;
    await Deno.symlink("/dev/full", path);
    const log = new RotatingLog(path);
    await log.write("lost\n");
    await log.close();
    await Deno.remove(path);
    await log.write("kept\n");
    await log.close();
    equal(
      await Deno.readTextFile(path),
      "5 bytes of this log are lost: no space left on device\nkept\n",
    );
  }));

Deno.test("a full disk neither ends a machine nor hides its error", () =>
  withFolder(async (folder) => {
    const emulator = `${folder}/emulator`;
    const script = "#!/bin/sh\necho booting\necho no such machine >&2\nexit 1\n";
    await Deno.writeTextFile(emulator, script, { mode: 0o755 });
    await Deno.writeFile(`${folder}/disk`, new Uint8Array(1024));
    const { log } = machineFiles(folder, "n");
    await Deno.symlink("/dev/full", log);
    const machine = new VirtualMachine({
      node: "n",
      config: launchConfig(folder),
      tap: { name: "tap0", mac: "52:54:00:00:00:01" },
      emulator,
      hasDirectIo: false,
      host: {
        clock: wallClock,
        env: Deno.env,
        spawn: (command, options) => new Deno.Command(command, options).spawn(),
      },
    });
    const stop = new AbortController();
    const running = machine.run(stop.signal);
    const failure = { message: 'the virtual machine "n" failed: no such machine' };
    await rejects(Promise.race([machine.started, running]), failure);
    await until(() => !machine.isPoweredOn);
    stop.abort();
    await running;
  }));

Deno.test("every client of a console gets the output, and its input reaches the machine", () =>
  withFolder(async (folder) => {
    const path = `${folder}/n.console`;
    let input = "";
    const serial = new SerialConsole(path, (data) => input += new TextDecoder().decode(data));
    try {
      equal((await Deno.stat(path)).mode! & 0o777, 0o600);
      serial.publish(new TextEncoder().encode("boot\n"));
      const connect = () => Deno.connect({ transport: "unix", path });
      const [a, b] = [await connect(), await connect()];
      const buffer = new Uint8Array(100);
      const read = async (connection: Deno.Conn) =>
        new TextDecoder().decode(buffer.subarray(0, (await connection.read(buffer)) ?? 0));
      deepEqual([await read(a), await read(b)], ["boot\n", "boot\n"]);
      await a.write(new TextEncoder().encode("root\n"));
      await until(() => input === "root\n");
      a.close();
      serial.publish(new TextEncoder().encode("login\n"));
      equal(await read(b), "login\n");
      b.close();
    } finally {
      serial.close();
    }
  }));

Deno.test("the console replaces the socket of an earlier process", () =>
  withFolder((folder) => {
    const path = `${folder}/n.console`;
    using _old = Deno.listen({ transport: "unix", path });
    const serial = new SerialConsole(path, () => {});
    serial.close();
    return Promise.resolve();
  }));

/** A machine that answers the given commands. */
function fakeMachine(path: string, answers: Readonly<Record<string, object>>) {
  const listener = Deno.listen({ transport: "unix", path });
  const served = (async () => {
    using connection = await listener.accept();
    const send = (value: object) =>
      connection.write(new TextEncoder().encode(`${JSON.stringify(value)}\r\n`));
    await send({ QMP: { version: {}, capabilities: [] } });
    const buffer = new Uint8Array(4096);
    let text = "";
    for (;;) {
      const count = await connection.read(buffer);
      if (count === null) return;
      text += new TextDecoder().decode(buffer.subarray(0, count));
      const lines = text.split("\n");
      text = lines.pop()!;
      for (const line of lines) {
        const { execute, id } = JSON.parse(line);
        if (execute === "quit") return;
        await send({ event: "RESUME", data: { for: execute }, timestamp: {} });
        await send({ ...answers[execute] ?? { return: {} }, id });
      }
    }
  })();
  return { served, close: () => listener.close() };
}

Deno.test("the machine protocol returns values, errors and events", () =>
  withFolder(async (folder) => {
    const path = `${folder}/n.qmp`;
    const machine = fakeMachine(path, {
      "query-status": { return: { status: "paused" } },
      "cont": { error: { class: "GenericError", desc: "no memory" } },
    });
    const events: QmpEvent[] = [];
    const client = await QmpClient.connect(path, {
      clock: wallClock,
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
    });
    deepEqual(await client.execute("query-status"), { status: "paused" });
    await rejects(client.execute("cont"), {
      kind: "node",
      message: 'the machine rejected "cont": no memory',
    });
    deepEqual(events.map(({ name, data }) => [name, data["for"]]), [
      ["RESUME", "qmp_capabilities"],
      ["RESUME", "query-status"],
      ["RESUME", "cont"],
    ]);
    await rejects(client.execute("quit"), { kind: "connection" });
    await client.closed;
    await rejects(client.execute("stop"), { kind: "connection" });
    machine.close();
    await machine.served;
  }));

Deno.test("a connection to a machine that never starts is canceled", () =>
  withFolder(async (folder) => {
    const stop = new AbortController();
    const options = { clock: wallClock, signal: stop.signal };
    const connecting = QmpClient.connect(`${folder}/none.qmp`, options);
    stop.abort(new Error("ended"));
    await rejects(connecting, /ended/);
  }));

/** Calls a method without TLS by curl. Returns the message, or the trailers of a failure. */
async function call(port: number, method: string, request: Uint8Array) {
  const frame = new Uint8Array(5 + request.length);
  new DataView(frame.buffer).setUint32(1, request.length);
  frame.set(request, 5);
  const child = new Deno.Command("curl", {
    args: [
      ...[
        "--silent",
        "--http2-prior-knowledge",
        "--data-binary",
        "@-",
        "--dump-header",
        "/dev/stderr",
      ],
      ...["--header", "content-type: application/grpc", "--header", "te: trailers"],
      `http://127.0.0.1:${port}/sidero.kms.KMSService/${method}`,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(frame);
  await writer.close();
  const { stdout, stderr } = await child.output();
  const trailers = new TextDecoder().decode(stderr);
  return { message: stdout.subarray(5), status: /grpc-status: (\d+)/.exec(trailers)?.[1] };
}

Deno.test({
  ...programTest("the key service seals and unseals without TLS", "curl"),
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/kms.key`;
      await createKmsKey(path, random);
      const { mode, size } = await Deno.stat(path);
      deepEqual([mode! & 0o777, size], [0o600, 32]);
      const lines: string[] = [];
      const server = await createKms(path, random, (line) => lines.push(line));
      const { port } = await server.listen("127.0.0.1", 0);
      try {
        const send = async (method: "Seal" | "Unseal", data: Uint8Array) => {
          const request = KMSService[method].encodeRequest({ nodeUuid: "u-1", data });
          const { message, status } = await call(port, method, request);
          return { status, data: KMSService[method].decodeResponse(message).data };
        };
        const secret = random.bytes(32);
        const sealed = await send("Seal", secret);
        equal(sealed.status, "0");
        equal(sealed.data.length, 60);
        deepEqual((await send("Unseal", sealed.data)).data, secret);
        const changed = sealed.data.slice();
        changed[20]! ^= 1;
        const wrong = await send("Unseal", changed);
        deepEqual([wrong.status, wrong.data.length], ["0", 32]);
        ok(wrong.data.toHex() !== secret.toHex());
        equal((await send("Seal", secret.subarray(1))).status, "3");
        equal((await send("Unseal", secret)).status, "3");
        deepEqual(lines.slice(0, 2), ["seal for node u-1", "unseal for node u-1"]);
      } finally {
        await server.stop("immediate");
      }
    }),
});
