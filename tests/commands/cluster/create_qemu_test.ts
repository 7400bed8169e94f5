/** Virtual machines of `cluster create`, in a network namespace: what the flags change on the host. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { bridgeName } from "../../../lib/cluster/qemu/network.ts";
import { NetworkNamespace, noQemu, qemuTest } from "../../helpers/qemu.ts";
import { runCommand, type RunCommandOptions } from "../../helpers/run_command.ts";
import { isInstalled } from "../../helpers/terminal.ts";

/** Returns a kernel image with a valid header (Linux boot protocol) and no code. */
function emptyKernel(): Uint8Array {
  const image = new Uint8Array(65_536);
  const view = new DataView(image.buffer);
  view.setUint8(0x1f1, 1); // sectors of the setup code
  image.set(new TextEncoder().encode("HdrS"), 0x202);
  view.setUint16(0x206, 0x20c, true); // version of the protocol
  view.setUint8(0x211, 1); // loaded at 1 MiB
  view.setUint32(0x22c, 0x37ff_ffff, true); // highest address of the RAM disk
  return image;
}

/** A namespace, folders and boot files for one test. */
class Host implements AsyncDisposable {
  readonly home: string;
  readonly state: string;
  readonly namespace: NetworkNamespace;

  private constructor(home: string, namespace: NetworkNamespace) {
    this.home = home;
    this.state = `${home}/st`;
    this.namespace = namespace;
  }

  static async create(): Promise<Host> {
    const home = await Deno.makeTempDir({ prefix: "q-" });
    for (const name of ["zeros", "initrd", "image.iso"]) {
      await Deno.writeFile(`${home}/${name}`, new Uint8Array(4096));
    }
    await Deno.writeFile(`${home}/kernel`, emptyKernel());
    await Deno.mkdir(`${home}/st`);
    return new Host(home, await NetworkNamespace.create());
  }

  async run(args: readonly string[], options: RunCommandOptions = {}) {
    return await runCommand(["cluster", "--state", this.state, ...args], {
      home: this.home,
      cwd: this.home,
      spawn: this.namespace.spawn,
      env: { PATH: Deno.env.get("PATH") ?? "", KUBECONFIG: `${this.home}/kubeconfig` },
      ...options,
    });
  }

  /** Creates the cluster `c` without calls to its nodes, which do not start an operating system. */
  async create(...flags: string[]) {
    return await this.run([
      ...["create", "--provisioner=qemu", "--name=c", "--wait=false", "--with-init-node"],
      ...["--os-version=v1.8", "--memory=64", "--memory-workers=64", "--disk=8"],
      ...["--disk-preallocate=false", "--osconfig", `${this.home}/config`, ...flags],
    ]);
  }

  async readJson(name: string) {
    return JSON.parse(await Deno.readTextFile(`${this.state}/c/${name}`));
  }

  async readText(name: string): Promise<string> {
    return await Deno.readTextFile(`${this.state}/c/${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run(["destroy", "--name=c", "--force"]);
    await this.namespace[Symbol.asyncDispose]();
    await Deno.remove(this.home, { recursive: true });
  }
}

Deno.test({
  ...qemuTest("create starts virtual machines with the devices, disks and network of its flags"),
  fn: async () => {
    await using host = await Host.create();
    const { code, stderr } = await host.create(
      ...["--controlplanes=1", "--workers=1", "--iso-path=image.iso", "--with-tpm2"],
      ...["--user-disk=/var/data:1MB", "--extra-disks=2", "--extra-disks-size=2"],
      ...["--extra-disks-drivers=nvme,scsi", "--bad-rtc", "--ipv6", "--mtu=1400"],
      ...["--nameservers=9.9.9.9", "--no-masquerade-cidrs=10.9.0.0/16", "--disable-dhcp-hostname"],
      ...["--with-network-chaos", "--with-network-bandwidth=2000", "--cpus-workers=3"],
      ...["--encrypt-state", "--encrypt-ephemeral", "--disk-encryption-key-types=kms"],
      ...["--extra-boot-kernel-args=quiet", "--control-plane-port=7443", "--arch=amd64"],
      "--extra-uefi-search-paths=/usr/share/OVMF",
    );
    equal(code, 0, stderr);
    const worker = await host.readJson("c-worker-1.config");
    equal(worker.ISOPath, `${host.home}/image.iso`);
    deepEqual(worker.DiskDrivers, ["virtio", "ide", "nvme", "scsi"]);
    const sizes = worker.DiskPaths.map((path: string) => Deno.statSync(path).size);
    deepEqual(sizes, [8 << 20, 757 * 4096, 2 << 20, 2 << 20]);
    deepEqual([worker.VCPUCount, worker.BadRTC, worker.Hostname], [3, true, ""]);
    match(worker.KernelArgs, / quiet talos\.config=/);
    match(worker.Config, /endpoint: grpc:\/\/10\.5\.0\.1:4050/);
    match(worker.Config, /mountpoint: \/var\/data/);
    match(worker.Config, /ephemeral:/);
    equal(worker.PFlashImages.length, 2);
    ok(await Deno.stat(`${host.state}/c/c-worker-1-tpm2/swtpm.sock`));
    const dhcp = await host.readText("dhcpd.conf");
    match(dhcp, /dns-server,9\.9\.9\.9$/m);
    match(dhcp, /option:mtu,1400$/m);
    match(dhcp, /dhcp-range=fd74:616c:a05::,static/);
    const qdisc = await host.namespace.run("tc", "qdisc", "show");
    equal(qdisc.stdout.match(/^qdisc tbf .* rate 2Mbit/gm)?.length, 2);
    const rules = await host.namespace.run("iptables", "-t", "nat", "-S");
    match(rules.stdout, /-d 10\.9\.0\.0\/16 -j ACCEPT/);
    const links = await host.namespace.run("ip", "link");
    equal(links.stdout.match(/mtu 1400 /g)?.length, 3);
    const sockets = await host.namespace.run("ss", "-Hltn");
    for (const address of ["10.5.0.1:7443", "0.0.0.0:4050"]) ok(sockets.stdout.includes(address));

    const shown = await host.run(["show", "--name=c"]);
    match(shown.stdout, /^KUBERNETES ENDPOINT +https:\/\/10\.5\.0\.1:7443$/m);
    match(shown.stdout, /^c-worker-1 +worker +10\.5\.0\.3,fd74:616c:a05::3 +3\.00 .* running$/m);
    const paused = await host.run(["vm", "pause", "worker-1", "--name=c"]);
    equal(paused.stderr, 'paused "c-worker-1"\n');
    match((await host.run(["show", "--name=c"])).stdout, /^c-worker-1 .* paused$/m);
    equal((await host.run(["vm", "resume", "10.5.0.3", "--name=c"])).code, 0);
    const off = host.namespace.run(
      ...["curl", "-sX", "POST", `http://10.5.0.1:${worker.APIPort}/poweroff`] as const,
    );
    equal((await off).code, 0);
    const states = async () =>
      (await host.run(["show", "--name=c"])).stdout.match(/\w+$/gm)!.slice(-2);
    while ((await states())[1] !== "stopped") await new Promise((wake) => setTimeout(wake, 100));
    equal((await host.run(["vm", "pause", "controlplane-1", "--name=c"])).code, 0);
    const started = await host.run(["start", "--name=c"]);
    equal(
      started.stderr,
      'resumed "c-controlplane-1"\nturned on "c-worker-1"\nstarted the cluster "c"\n',
    );
    deepEqual(await states(), ["running", "running"]);
    match(
      (await host.run(["vm", "pause", "1", "--name=c"])).stderr,
      /"1" matches several nodes of the cluster "c"; use one of: c-controlplane-1, c-worker-1/,
    );
    const file = `${host.home}/screen.png`;
    const screen = ["vm", "screenshot", "worker-1", "--name=c", "--file", file];
    equal((await host.run(screen)).code, 0);
    deepEqual((await Deno.readFile(file)).subarray(1, 4), new TextEncoder().encode("PNG"));
    match((await host.run(screen)).stderr, /already exists/);
    equal((await host.run([...screen, "--force"])).code, 0);
    const destroyed = await host.run(["destroy", "--name=c"]);
    equal(destroyed.code, 0, destroyed.stderr);
    await host.namespace.assertClean(host.state);
  },
});

Deno.test({
  ...qemuTest("create boots a kernel directly, without configuration, firmware or boot loader"),
  fn: async () => {
    await using host = await Host.create();
    const flags = [
      ...["--initrd-path=initrd", "--with-uefi=false", "--workers=0"],
      ...["--with-bootloader=false", "--skip-injecting-config"],
    ];
    const { code, stderr } = await host.create("--vmlinuz-path=kernel", ...flags);
    equal(code, 0, stderr);
    const config = await host.readJson("c-controlplane-1.config");
    deepEqual([config.KernelImagePath, config.InitrdPath, config.Config, config.PFlashImages], [
      `${host.home}/kernel`,
      `${host.home}/initrd`,
      "",
      [],
    ]);
    equal(config.KernelArgs.includes("talos.config"), false);
    equal(config.BootloaderEnabled, false);
    match(await Deno.readTextFile(`${host.home}/init.yaml`), /kexec_load_disabled/);
    equal((await host.run(["destroy", "--name=c"])).code, 0);
    await host.namespace.assertClean(host.state);
  },
});

Deno.test({
  ...qemuTest("create removes everything when QEMU rejects a kernel, unless --keep is set"),
  fn: async () => {
    await using host = await Host.create();
    const flags = [
      ...["--vmlinuz-path=zeros", "--initrd-path=initrd", "--with-uefi=false", "--workers=0"],
      "--keep",
    ];
    const { code, stderr } = await host.create(...flags);
    equal(code, 1);
    match(stderr, /osctl: the virtual machine "c-controlplane-1" failed: qemu.*; see /);
    match(await host.readText("c-controlplane-1.log"), /-kernel .*\n.*qemu/);
    match(
      (await host.run(["show", "--name=c"])).stderr,
      /cluster "c" is incomplete; remove it with/,
    );
    equal((await host.run(["destroy", "--name=c"])).code, 0);
    await host.namespace.assertClean(host.state);
    equal((await host.create(...flags.slice(0, -1))).code, 1);
    await host.namespace.assertClean(host.state);
  },
});

Deno.test({
  ...qemuTest("create --rootless needs no interface or rule of the host"),
  ignore: noQemu !== undefined || !isInstalled("slirp4netns"),
  fn: async () => {
    await using host = await Host.create();
    const { code, stderr } = await host.create("--iso-path=image.iso", "--rootless", "--workers=0");
    equal(code, 0, stderr);
    match((await host.namespace.run("ip", "-brief", "link")).stdout, /^lo .*\n$/);
    const shown = await host.run(["show", "--name=c"]);
    match(shown.stdout, /^KUBERNETES ENDPOINT +https:\/\/127\.0\.0\.1:\d+$/m);
    match(shown.stdout, /^c-controlplane-1 .* running$/m);

    // A start that cannot publish the ports leaves the cluster stopped.
    equal((await host.run(["stop", "--name=c"])).code, 0);
    const { rootlessPorts: [port] } = await host.readJson("run.json");
    const script = `const listener = Deno.listen({ hostname: "127.0.0.1", port: ${port} });
      console.log("ready");
      await listener.accept();`;
    const other = host.namespace.spawn(Deno.execPath(), {
      args: ["eval", script],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    });
    const output = other.stdout.getReader();
    await output.read();
    match((await host.run(["start", "--name=c"])).stderr, /osctl: cannot forward port \d+: /);
    match((await host.run(["show", "--name=c"])).stdout, /^c-controlplane-1 .* stopped$/m);
    other.kill("SIGKILL");
    await output.cancel();
    await other.status;
    equal((await host.run(["start", "--name=c"])).code, 0);
    match((await host.run(["show", "--name=c"])).stdout, /^c-controlplane-1 .* running$/m);
    equal((await host.run(["destroy", "--name=c"])).code, 0);
    await host.namespace.assertClean(host.state);
  },
});

Deno.test({
  ...qemuTest("create copies a disk image, and boots it instead of a kernel"),
  fn: async () => {
    await using host = await Host.create();
    const image = new Uint8Array(1 << 20);
    image.fill(7, 512, 1024);
    await Deno.writeFile(`${host.home}/disk.raw`, image);
    const { code, stderr } = await host.create(
      ...["--disk-image-path=disk.raw", "--with-uefi=false", "--workers=0"],
      ...["--ipv4=false", "--ipv6"],
    );
    equal(code, 0, stderr);
    match((await host.run(["list"])).stdout, /^c +qemu +running +1 .* fd74:616c:a05::\/64 /m);
    const config = await host.readJson("c-controlplane-1.config");
    deepEqual([config.KernelImagePath, config.ISOPath], ["", ""]);
    const disk = await Deno.readFile(config.DiskPaths[0]);
    deepEqual([disk.length, disk[511], disk[512], disk[1024]], [8 << 20, 0, 7, 0]);
  },
});

Deno.test({
  ...qemuTest("create lists all that is missing before it creates anything"),
  fn: async () => {
    await using host = await Host.create();
    const { code, stderr } = await host.create(
      ...["--vmlinuz-path=none", "--initrd-path=none2", "--extra-uefi-search-paths=/none"],
    );
    equal(code, 1);
    match(stderr, /"\S+\/none" of --vmlinuz-path does not exist/);
    match(stderr, /"\S+\/none2" of --initrd-path does not exist/);
    await host.namespace.assertClean(host.state);
  },
});

Deno.test({
  ...qemuTest("create reports a network that an interface uses"),
  fn: async () => {
    await using host = await Host.create();
    await host.namespace.run("ip", "address", "add", "10.5.0.200/25", "dev", "lo");
    const { code, stderr } = await host.create("--iso-path=image.iso");
    equal(code, 1);
    match(
      stderr,
      /network 10\.5\.0\.0\/24 is in use: interface "lo" has the address 10\.5\.0\.200/,
    );
    deepEqual([...Deno.readDirSync(host.state)], []);
  },
});

Deno.test({
  ...qemuTest(
    "create leaves the network of a cluster with its name in another state directory alone",
  ),
  fn: async () => {
    await using host = await Host.create();
    const bridge = bridgeName("c");
    await host.namespace.run("ip", "link", "add", bridge, "type", "bridge");
    const { code, stderr } = await host.create("--iso-path=image.iso");
    equal(code, 1);
    match(stderr, /the bridge "talos\w{8}" of another cluster "c" exists; use another --name, or /);
    deepEqual([...Deno.readDirSync(host.state)], []);
    equal((await host.namespace.run("ip", "link", "show", bridge)).code, 0);
  },
});

Deno.test({
  ...qemuTest("create rejects flags that this host or build cannot satisfy"),
  fn: async () => {
    await using host = await Host.create();
    const fails = async (pattern: RegExp, ...flags: string[]) => {
      const { code, stderr } = await host.create("--iso-path=image.iso", ...flags);
      ok(code !== 0);
      match(stderr, pattern);
    };
    await fails(
      /this build has no SideroLink agent; remove --with-nodelink/,
      "--with-nodelink=true",
    );
    await fails(
      /--with-apply-config cannot reach the nodes of --rootless; remove one of them/,
      ...["--rootless", "--with-apply-config"],
    );
    await fails(/requires --with-network-chaos/, "--with-network-latency=10ms");
    await fails(/does not support --cni-conf-dir/, "--cni-conf-dir=/x");
    await fails(/"x" in --nameservers is not an IP address/, "--nameservers=x");
    await fails(/"10\.0\.0\.0\/40" in --no-masq/, "--no-masquerade-cidrs=10.0.0.0/40");
    await fails(/unsupported architecture "mips"/, "--arch=mips");
    // The longest sockets, of the node's control and its TPM, differ by 4 bytes.
    const socket = "/c/c-controlplane-1-control.qmp";
    const long = `${host.home}/`.padEnd(107 - socket.length, "x");
    const isTooLong = async (...more: string[]) => {
      const { stderr } = await host.create("--iso-path=none", "--state", long, ...more);
      return /the path of a socket is longer than 107 bytes/.test(stderr);
    };
    deepEqual([await isTooLong(), await isTooLong("--with-tpm2")], [false, true]);
  },
});
