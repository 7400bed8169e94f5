/**
 * The guest that `scripts/guest.ts` builds, booted in QEMU without KVM and without a network of the
 * host.
 */
import assert from "node:assert/strict";
import { bundle } from "../../scripts/bundle.ts";
import { buildGuest } from "../../scripts/guest.ts";
import { noGuest } from "../helpers/guest.ts";
import { runCommand } from "../helpers/run_command.ts";
import { isInstalled } from "../helpers/terminal.ts";

const PACKAGES = { "qemu-system-x86": "qemu-system-x86_64", dpkg: "dpkg-deb" };
const isSupported = Deno.build.os === "linux" && Deno.build.arch === "x86_64";
const missing = Object.entries(PACKAGES).filter(([, program]) => !isInstalled(program))
  .map(([name]) => name);
if (isSupported && missing.length > 0 && Deno.env.has("CI")) {
  throw new Error(`missing: ${missing.join(", ")}`);
}

/** Maximum time of a boot without KVM, milliseconds: 16 s on an idle machine. */
const BOOT_MS = 240_000;
const POLL_MS = 250;
/** Address that QEMU's DHCP server assigns. */
const ADDRESS = "10.0.2.15";

/** A running virtual machine. */
class VirtualMachine implements AsyncDisposable {
  readonly #log: string;
  readonly #process: Deno.ChildProcess;
  readonly #ended: Promise<Deno.CommandStatus>;
  #hasEnded = false;

  constructor(args: readonly string[], log: string) {
    this.#log = log;
    this.#process = new Deno.Command("/bin/sh", {
      args: ["-c", 'exec qemu-system-x86_64 "$@" >"$LOG" 2>&1 </dev/null', "sh", ...args],
      env: { LOG: log },
    }).spawn();
    this.#ended = this.#process.status.finally(() => this.#hasEnded = true);
  }

  /** Waits until the console matches. */
  async until(pattern: RegExp): Promise<void> {
    for (let waited = 0; waited < BOOT_MS; waited += POLL_MS) {
      if (pattern.test(await this.#readLog())) return;
      if (this.#hasEnded) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    assert.fail(`no ${pattern} in: ${await this.#readLog()}`);
  }

  /** Returns the console so far. */
  async #readLog(): Promise<string> {
    try {
      return await Deno.readTextFile(this.#log);
    } catch (error) {
      // QEMU has not started.
      if (error instanceof Deno.errors.NotFound) return "";
      throw error;
    }
  }

  /** Waits until QEMU ends, and returns the console. */
  async untilEnd(): Promise<string> {
    const { success } = await this.#ended;
    const text = await this.#readLog();
    assert.ok(success, text);
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasEnded) this.#process.kill("SIGKILL");
    await this.#ended;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

const problem = !isSupported
  ? "Linux on amd64 only"
  : missing.length > 0
  ? `missing: ${missing.join(", ")}`
  : noGuest;

Deno.test({
  name: "a virtual machine boots a node by its URL, reboots and powers off" +
    (problem === undefined ? "" : ` (skipped: ${problem})`),
  ignore: problem !== undefined,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "osctl-guest-test-" });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => Deno.remove(folder, { recursive: true }));
    await bundle(new URL("../..", import.meta.url).pathname, `${folder}/dist`);
    const { kernel, initrd } = await buildGuest(`${folder}/dist`, folder);
    const generated = await runCommand([
      ...["gen", "config", "demo", `https://${ADDRESS}:6443`, "-o", folder],
      ...["--additional-sans", "127.0.0.1"],
    ]);
    assert.equal(generated.code, 0, generated.stderr);
    const config = await Deno.readTextFile(`${folder}/controlplane.yaml`);
    let requests = 0;
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      requests++;
      return new Response(config);
    });
    stack.defer(() => server.shutdown());
    using disk = await Deno.create(`${folder}/disk`);
    await disk.truncate(512 * 2 ** 20);
    const port = freePort();
    const boot = (log: string) =>
      new VirtualMachine([
        ...["-accel", "tcg", "-cpu", "max", "-machine", "q35", "-m", "1024", "-nographic"],
        ...["-no-reboot", "-kernel", kernel, "-initrd", initrd, "-append"],
        "console=ttyS0 reboot=k panic=1 talos.platform=metal talos.hostname=guest-1 " +
        `talos.config=http://10.0.2.2:${server.addr.port}/config.yaml`,
        ...["-netdev", `user,id=net0,hostfwd=tcp:127.0.0.1:${port}-:50000`],
        ...["-device", "virtio-net-pci,netdev=net0"],
        ...["-drive", `file=${folder}/disk,format=raw,if=virtio`],
        ...["-monitor", `unix:${folder}/monitor,server,nowait`],
      ], `${folder}/${log}`);
    const osctl = async (...args: string[]) => {
      const own = ["--osconfig", `${folder}/osconfig`, "-e", `127.0.0.1:${port}`, "-n", ADDRESS];
      const { code, stdout, stderr } = await runCommand([...own, ...args]);
      assert.equal(code, 0, stderr);
      return stdout;
    };

    {
      await using machine = boot("first.log");
      await machine.until(/node guest-1 listens on 10\.0\.2\.15:50000/);
      assert.match(await osctl("get", "platformmetadata"), / metal\b/);
      assert.match(await osctl("get", "hostname"), / guest-1\b/);
      await osctl("bootstrap");
      await osctl("reboot", "--wait=false");
      assert.match(await machine.untilEnd(), /reboot: machine restart/);
    }
    {
      await using machine = boot("second.log");
      await machine.until(/ listens on /);
      assert.match(await osctl("etcd", "members"), / guest-1 /);
      assert.equal(requests, 1);
      // ACPI power button.
      const monitor = await Deno.connect({ transport: "unix", path: `${folder}/monitor` });
      await monitor.write(new TextEncoder().encode("system_powerdown\n"));
      const log = await machine.untilEnd();
      monitor.close();
      assert.match(log, /node guest-1 stopped/);
      assert.match(log, /reboot: Power down/);
    }
  },
});
