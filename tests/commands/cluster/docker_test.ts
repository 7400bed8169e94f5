/** Clusters of containers on an engine in memory: what is requested, checked and removed. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createFlags, SUPPORTED_FLAGS } from "../../../commands/cluster/create_flags.ts";
import { flagName } from "../../../lib/cli/flags.ts";
import { existsIn } from "../../../lib/cli/release.ts";
import { RELEASES } from "../../../lib/distribution.ts";
import { loadFile } from "../../../lib/osconfig/mod.ts";
import { exists } from "../../../lib/platform/files.ts";
import { parseYaml, toData } from "../../../lib/yaml/mod.ts";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { MemoryEngine, type MemoryOptions } from "../../lib/cluster/docker/memory_engine.ts";
import { withHome } from "./home.ts";

/** Versions before v1.7 have no RSA key, whose generation is slow. */
const IMAGE = "registry.example/os:v1.6.0";

/** Flags of a cluster that is complete when its containers are created. */
const UNWAITED = ["--wait=false", "--with-init-node", "--image", IMAGE, "--name", "lab"];

interface Lab {
  readonly home: string;
  readonly engine: MemoryEngine;
  run(args: readonly string[], release?: string): Promise<CommandOutcome>;
  states(): Promise<string[]>;
}

async function withLab(
  options: MemoryOptions,
  body: (lab: Lab) => Promise<void>,
): Promise<void> {
  await using engine = await MemoryEngine.start({ images: [IMAGE], ...options });
  await withHome(async ({ home, run, states }) => {
    await body({
      home,
      engine,
      states,
      run: (args, release) =>
        run(args, { env: engine.env, cwd: home, ...(release === undefined ? {} : { release }) }),
    });
    await Deno.remove(`${home}/.os/clusters`, { recursive: true }).catch(() => {});
  });
}

// deno-lint-ignore no-explicit-any
type Any = any;

/** Parses the documents in the variable of a container. */
function userData(engine: MemoryEngine, name: string): Any[] {
  const variable = engine.named(name).body.Env.find((one) => one.startsWith("USERDATA="))!;
  const text = new TextDecoder().decode(Uint8Array.fromBase64(variable.slice("USERDATA=".length)));
  return parseYaml(text).documents.map(({ root }) => toData(root));
}

Deno.test("create requests the containers and the network of talosctl", () =>
  withLab({}, async ({ engine, run, home }) => {
    const { code, stdout, stderr } = await run(["create", ...UNWAITED]);
    equal(code, 0, stderr);
    const { body } = engine.named("lab-controlplane-1");
    equal(body.Hostname, "lab-controlplane-1");
    deepEqual(body.Env.filter((one) => !one.startsWith("USERDATA=")), [
      "PLATFORM=container",
      "TALOSSKU=2CPU-2048RAM",
    ]);
    deepEqual(body.Labels, {
      "talos.owned": "true",
      "talos.cluster.name": "lab",
      "talos.type": "init",
    });
    deepEqual(Object.keys(body.ExposedPorts), ["50000/tcp", "6443/tcp"]);
    const bindings = Object.values(body.HostConfig.PortBindings).flat();
    deepEqual(bindings.map(({ HostIp }) => HostIp), ["127.0.0.1", "127.0.0.1"]);
    deepEqual(
      [body.HostConfig.NanoCpus, body.HostConfig.Memory, body.HostConfig.Privileged],
      [2e9, 2 ** 31, true],
    );
    deepEqual([body.HostConfig.ReadonlyRootfs, body.HostConfig.SecurityOpt], [
      true,
      ["seccomp:unconfined"],
    ]);
    deepEqual(body.HostConfig.Sysctls, { "net.ipv6.conf.all.disable_ipv6": "0" });
    const mounts = (type: string) =>
      body.HostConfig.Mounts.filter(({ Type }) => Type === type).map(({ Target }) => Target);
    deepEqual(mounts("tmpfs"), ["/run", "/system", "/tmp"]);
    deepEqual(mounts("volume"), [
      ...[
        "/var",
        "/system/state",
        "/etc/cni",
        "/etc/kubernetes",
        "/usr/libexec/kubernetes",
        "/opt",
      ],
    ]);
    equal(body.NetworkingConfig.EndpointsConfig["lab"]?.IPAMConfig.IPv4Address, "10.5.0.2");
    deepEqual(engine.named("lab-worker-1").body.ExposedPorts, {});
    const [{ Labels, IPAM, Options }] = engine.networks as [typeof engine.networks[number]];
    deepEqual(Labels, { "talos.owned": "true", "talos.cluster.name": "lab" });
    deepEqual([IPAM, Options], [
      { Config: [{ Subnet: "10.5.0.0/24" }] },
      { "com.docker.network.driver.mtu": "1500" },
    ]);
    const [main] = userData(engine, "lab-controlplane-1");
    equal(main.cluster.controlPlane.endpoint, "https://10.5.0.2:6443");
    match(stderr, /^ {2}osctl -n lab-worker-1 service$/m);
    const { config } = await loadFile(`${home}/.os/config`);
    const context = config.contexts.get("lab")!;
    deepEqual(context.endpoints, [`127.0.0.1:${bindings[0]!.HostPort}`]);
    deepEqual(context.nodes, ["10.5.0.2"]);
    match(
      stdout,
      new RegExp(`^KUBERNETES ENDPOINT +https://127.0.0.1:${bindings[1]!.HostPort}$`, "m"),
    );
    match(stdout, /^lab-controlplane-1 +init +10\.5\.0\.2 +2\.00 +2\.1 GB +- /m);
  }));

Deno.test("create applies every flag of containers and configurations", () =>
  withLab({}, async ({ engine, run, home }) => {
    await Deno.writeTextFile(`${home}/patch.yaml`, "machine: {sysctls: {from.file: '1'}}");
    const { code, stderr } = await run([
      ...["create", ...UNWAITED, "--cidr=10.9.0.0/24", "--controlplanes=2", "--workers=2"],
      ...["--cpus=1.5", "--cpus-workers=1", "--memory=3000", "--memory-workers=1000", "--mtu=1400"],
      ...["--docker-host-ip=127.0.0.2", "-p", "8080:80/tcp,9.9.9.9:5353:53/udp"],
      ...["--docker-disable-ipv6", "--nameservers=9.9.9.9", "--control-plane-port=7443"],
      ...["--config-patch=@patch.yaml", "--config-patch-worker=machine: {sysctls: {w.w: '1'}}"],
      ...["--config-patch-control-plane=machine: {sysctls: {c.c: '1'}}", "--with-debug"],
      ...["--custom-cni-url=https://cni.example/x.yaml", "--dns-domain=lab.local", "--use-vip"],
      ...["--install-image=i:v1", "--kubernetes-version=1.30.0", "--localproxy-port=7000"],
      ...["--registry-mirror=docker.io=http://m", "--registry-insecure-skip-verify=r.example"],
      ...["--with-cluster-discovery", "--with-firewall=accept", "--with-meshnet"],
      ...["--wireguard-cidr=10.1.0.0/24", "--os-version=v1.7", "--osconfig=own", "--keep"],
      ...["--skip-kubeconfig", "--skip-k8s-node-readiness-check", "--wait-timeout=1m"],
    ]);
    equal(code, 0, stderr);
    const [first, second] = ["lab-controlplane-1", "lab-controlplane-2"].map((name) =>
      engine.named(name).body.HostConfig
    ) as [Any, Any];
    deepEqual([first.NanoCpus, first.Memory, first.Sysctls], [1.5e9, 3000 * 2 ** 20, undefined]);
    deepEqual(Object.keys(first.PortBindings), ["50000/tcp", "7443/tcp", "80/tcp", "53/udp"]);
    deepEqual(first.PortBindings["80/tcp"], [{ HostIp: "127.0.0.2", HostPort: "8080" }]);
    deepEqual(first.PortBindings["53/udp"], [{ HostIp: "9.9.9.9", HostPort: "5353" }]);
    deepEqual(second.PortBindings, {});
    const worker = engine.named("lab-worker-2").body;
    deepEqual([worker.HostConfig.NanoCpus, worker.HostConfig.Memory], [1e9, 1000 * 2 ** 20]);
    equal(worker.NetworkingConfig.EndpointsConfig["lab"]?.IPAMConfig.IPv4Address, "10.9.0.5");
    equal(engine.networks[0]!.Options["com.docker.network.driver.mtu"], "1400");
    const [main, ...documents] = userData(engine, "lab-worker-1");
    deepEqual(main.machine.sysctls, { "from.file": "1", "w.w": "1" });
    deepEqual(main.machine.network.nameservers, ["9.9.9.9"]);
    equal(main.cluster.controlPlane.endpoint, "https://10.9.0.50:7443");
    equal(main.machine.network.interfaces.at(-1).interface, "wg0");
    ok(documents.some(({ kind }) => kind === "NetworkDefaultActionConfig"));
    equal((await loadFile(`${home}/own`)).config.current, "lab");
  }));

Deno.test("create uses the ports, volumes and name servers of v1.4 there", () =>
  withLab({}, async ({ engine, run, home }) => {
    // Addresses of their own because sandbox nodes of other tests use the port.
    const [ip, used] = ["127.250.1.1", "127.250.1.2"];
    const flags = ["--skip-boot-phase-finished-check", "--masters=1", "--endpoint=node.example"];
    const create = ["create", ...UNWAITED, ...flags, "--docker-host-ip"];
    const other = Deno.listen({ hostname: used, port: 50000 });
    const refused = await run([...create, used], "v1.4");
    other.close();
    equal(refused.code, 1);
    match(
      refused.stderr,
      /^osctl: port 127\.250\.1\.2:50000 is in use; set another port with --exposed-ports /m,
    );
    equal(engine.networks.length, 0);
    const { code, stderr } = await run([...create, ip], "v1.4");
    equal(code, 0, stderr);
    const { HostConfig } = engine.named("lab-controlplane-1").body;
    deepEqual(HostConfig.PortBindings, {
      "50000/tcp": [{ HostIp: ip, HostPort: "50000" }],
      "6443/tcp": [{ HostIp: ip, HostPort: "6443" }],
    });
    equal(HostConfig.Mounts.at(-1)?.Target, "/usr/etc/udev");
    const [main] = userData(engine, "lab-worker-1");
    deepEqual(main.machine.network.nameservers, ["8.8.8.8", "1.1.1.1"]);
    deepEqual(main.machine.certSANs, ["node.example"]);
    const { config } = await loadFile(`${home}/.os/config`);
    deepEqual(config.contexts.get("lab")?.endpoints, ["node.example"]);
  }));

Deno.test("create reads --input-dir, and adds no context without a client configuration", () =>
  withLab({}, async ({ engine, run, home }) => {
    const unnamed = ["--init-node-as-endpoint", "--with-uuid-hostnames", "--workers=1"];
    equal((await run(["create", ...UNWAITED, ...unnamed])).code, 0);
    const nodes = [...engine.containers.values()].map(({ name }) => name);
    for (const name of nodes) match(name, /^machine-[0-9a-f-]{36}$/);
    const { config } = await loadFile(`${home}/.os/config`);
    deepEqual(config.contexts.get("lab")?.endpoints, ["10.5.0.2"]);
    await Deno.mkdir(`${home}/in`);
    const plain = ["--wait=false", "--image", IMAGE, "--name", "lab", "--input-dir=in"];
    const text = (name: string) =>
      atob(engine.named(name).body.Env.at(-1)!.slice("USERDATA=".length));
    await Deno.writeTextFile(`${home}/in/controlplane.yaml`, text(nodes[0]!));
    await Deno.writeTextFile(`${home}/in/worker.yaml`, text(nodes[1]!));
    equal((await run(["destroy", "--name", "lab"])).code, 0);
    const excluded = await run(["create", ...plain, "--os-version=v1.7"]);
    equal(excluded.code, 2);
    match(excluded.stderr, /^osctl: --os-version and --input-dir exclude each other/);
    const { code, stdout, stderr } = await run(["create", ...plain]);
    equal(code, 0, stderr);
    match(stdout, /^lab-controlplane-1 +controlplane /m);
    match(stderr, /^CONTEXT +-$/m);
    equal((await loadFile(`${home}/.os/config`)).config.contexts.size, 0);
  }));

Deno.test("show, list, stop, start and destroy find a cluster by labels alone", () =>
  withLab({}, async ({ engine, run, states, home }) => {
    equal((await run(["create", ...UNWAITED])).code, 0);
    // As after the loss of the home, or for a cluster of another client.
    await Deno.remove(`${home}/.os/clusters/lab`, { recursive: true });
    const lab = ["--name", "lab"];
    const shown = await run(["show", ...lab]);
    match(shown.stdout, /^PROVISIONER +docker\nNAME +lab\nNETWORK NAME +lab\n/);
    match(shown.stdout, /^lab-worker-1 +worker +10\.5\.0\.3 +2\.00 +2\.1 GB +- +running$/m);
    const drawn = await runCommand(["cluster", "show", ...lab], {
      home,
      cwd: home,
      env: { ...engine.env, NO_COLOR: "1" },
      terminals: ["stdout"],
      size: { columns: 72, rows: 24 },
    });
    const nodes = drawn.stdout.split("\n").filter((line) => /^(NAME {4,}T|lab-)/.test(line));
    equal(nodes.length, 3, drawn.stdout);
    ok(nodes.every((line) => line.length <= 72), drawn.stdout);
    match((await run(["list"])).stdout, /^lab +docker +running +2 /m);
    match((await run(["stop", ...lab])).stderr, /^stopped container lab-worker-1$/m);
    match((await run(["list"])).stdout, /^lab +docker +stopped +2 /m);
    match((await run(["show", ...lab])).stderr, /^the cluster "lab" is stopped; start it with/);
    equal((await run(["start", "--wait=false", ...lab])).code, 0);
    engine.named("lab-worker-1").state = "exited";
    equal(
      (await run(["start", "--wait=false", ...lab])).stderr,
      'started container lab-worker-1\nstarted the cluster "lab"\n',
    );
    match((await run(["list", "--provisioner=docker"])).stdout, /^lab +docker +running +2 /m);
    const completed = await runCommand(["__complete", "zsh", "cluster", "show", "--name", ""], {
      home,
      cwd: home,
      env: engine.env,
    });
    equal(completed.stdout, "=lab\tdocker, running\n");
    const fault = await run(["fault", "list", ...lab]);
    match(fault.stderr, /^osctl: the docker provisioner does not support faults/);
    const destroyed = await run(["destroy", ...lab]);
    deepEqual(
      destroyed.stderr.split("\n").slice(0, 4).toSorted(),
      [
        "removed container lab-controlplane-1",
        "removed container lab-worker-1",
        'removed the cluster "lab"',
        "removed network lab",
      ].toSorted(),
    );
    deepEqual([engine.containers.size, engine.networks.length], [0, 0]);
    deepEqual(await states(), []);
    for (const command of ["show", "destroy", "start", "stop"]) {
      const missing = await run([command, ...lab, "--provisioner=docker"]);
      equal(missing.code, 1);
      match(missing.stderr, /^osctl: cluster "lab" not found in docker at unix:/);
    }
  }));

Deno.test("create reports all problems of the engine at once, and creates nothing", () => {
  const network = {
    Id: "1",
    Name: "office",
    Labels: {},
    Options: {},
    IPAM: { Config: [{ Subnet: "10.0.0.0/8" }] },
  };
  const info = { OSType: "windows", NCPU: 1, MemTotal: 1e9 };
  return withLab({ images: [], networks: [network], info }, async ({ engine, run, states }) => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const busy = `127.0.0.1:${(listener.addr as Deno.NetAddr).port}:80/tcp`;
    const { code, stderr } = await run(["create", ...UNWAITED, "-p", busy]);
    equal(code, 1);
    const reasons = [
      /docker runs windows containers; switch docker to Linux/,
      /a node needs 2\.1 GB of memory, docker has 1\.0 GB; set --memory/,
      /a node needs 2 CPUs, docker has 1; set --cpus/,
      /network 10\.5\.0\.0\/24 is in use by the docker network "office"; set another network/,
      /port 127\.0\.0\.1:\d+ is in use; set another port with --exposed-ports/,
      /image ".*" is not present and cannot be pulled: manifest unknown; check --image/,
    ];
    for (const reason of reasons) match(stderr, reason);
    equal(stderr.match(/^osctl: /gm)?.length, reasons.length, stderr);
    deepEqual([engine.containers.size, engine.networks.length], [0, 1]);
    deepEqual(await states(), []);
  });
});

Deno.test("create rejects names that other objects have, and an existing cluster", () =>
  withLab({}, async ({ engine, run, home }) => {
    equal((await run(["create", ...UNWAITED])).code, 0);
    const again = await run(["create", ...UNWAITED]);
    equal(again.code, 1);
    match(again.stderr, /cluster "lab" already exists in ".*"; use another --name, or remove it/);
    await Deno.remove(`${home}/.os/clusters/lab`, { recursive: true });
    match(
      (await run(["create", ...UNWAITED])).stderr,
      /"lab" already exists in docker; use another/,
    );
    for (const { body } of engine.containers.values()) Object.assign(body, { Labels: {} });
    Object.assign(engine.networks[0]!, { Labels: {} });
    const { stderr } = await run(["create", ...UNWAITED]);
    match(stderr, /docker has another network "lab"; remove it, or set another --name/);
    match(stderr, /docker has another container "lab-worker-1"; remove it/);
  }));

Deno.test("create pulls a missing image and reports each layer", () => {
  const layer = (id: string, status: string, current?: number) => ({
    id,
    status,
    progressDetail: current === undefined ? {} : { current, total: 4_000_000 },
  });
  const pull = [
    { status: "Pulling from os", id: "v1.6.0" },
    layer("aaaaaaaaaaaa", "Already exists"),
    layer("bbbbbbbbbbbb", "Downloading", 1_000_000),
    layer("bbbbbbbbbbbb", "Pull complete"),
    { status: "Status: Downloaded newer image" },
  ];
  return withLab({ images: [], pull }, async ({ run, engine }) => {
    const { code, stderr } = await run(["create", ...UNWAITED]);
    equal(code, 0, stderr);
    match(
      stderr,
      /^pulling registry\.example\/os:v1\.6\.0\nlayer aaaaaaaaaaaa: already exists, 1 of 1\nlayer bbbbbbbbbbbb: pull complete \(4\.0 MB\), 2 of 2$/m,
    );
    const query = engine.requests.find(({ path }) => path.startsWith("/images/create"))!.path;
    equal(query, "/images/create?fromImage=registry.example%2Fos&tag=v1.6.0");
  });
});

Deno.test("create pulls without a check of the manifest where the engine has none", () => {
  const message = "Path /v1.41/distribution/x/json is not supported";
  const intercept: MemoryOptions["intercept"] = ({ path }) =>
    path.startsWith("/distribution/") ? { status: 404, json: { message } } : undefined;
  return withLab({ images: [], pull: [], intercept }, async ({ engine, run }) => {
    const { code, stderr } = await run(["create", ...UNWAITED]);
    equal(code, 0, stderr);
    equal(engine.containers.size, 2);
  });
});

Deno.test("an error inside the stream of a pull removes everything", () => {
  const error = "toomanyrequests: rate limit";
  const pull = [{ status: "Pulling" }, { errorDetail: { message: error }, error }];
  return withLab({ images: [], pull }, async ({ engine, run, states, home }) => {
    const { code, stderr } = await run(["create", ...UNWAITED]);
    equal(code, 1);
    match(stderr, /^osctl: cannot pull ".*": toomanyrequests: rate limit; check the name/m);
    deepEqual([engine.containers.size, engine.networks.length], [0, 0]);
    deepEqual(await states(), []);
    equal(await exists(`${home}/.os/config`), false);
  });
});

Deno.test("a container that cannot be created removes the others and the network", () => {
  const intercept: MemoryOptions["intercept"] = ({ path }) =>
    path === "/containers/create?name=lab-worker-1"
      ? { status: 500, json: { message: "no space left on device" } }
      : undefined;
  return withLab({ intercept }, async ({ engine, run, states }) => {
    const failed = await run(["create", ...UNWAITED]);
    equal(failed.code, 1);
    match(failed.stderr, /^osctl: docker: no space left on device$/m);
    deepEqual([engine.containers.size, engine.networks.length], [0, 0]);
    deepEqual(await states(), []);
    equal((await run(["create", ...UNWAITED, "--keep"])).code, 1);
    deepEqual([engine.containers.size, engine.networks.length], [1, 1]);
    match((await run(["list"])).stdout, /^lab +docker +incomplete /m);
    equal((await run(["destroy", "--name=lab"])).code, 0);
    deepEqual([engine.containers.size, engine.networks.length, await states()], [0, 0, []]);
  });
});

Deno.test("an error of the roll-back does not replace the one that caused it", () => {
  const intercept: MemoryOptions["intercept"] = ({ method, path }) => {
    if (path === "/containers/create?name=lab-worker-1") {
      return { status: 500, json: { message: "no space left on device" } };
    }
    return method === "DELETE" && path.startsWith("/containers/")
      ? { status: 500, json: { message: "device is busy" } }
      : undefined;
  };
  return withLab({ intercept }, async ({ run, states }) => {
    const failed = await run(["create", ...UNWAITED]);
    equal(failed.code, 1);
    match(failed.stderr, /^cannot remove container lab-controlplane-1: docker: device is busy$/m);
    match(failed.stderr, /^remove the rest with: osctl cluster destroy --name lab$/m);
    match(failed.stderr, /^osctl: docker: no space left on device$/m);
    deepEqual(await states(), ["lab"]);
  });
});

Deno.test("destroy waits for a removal that another client has started", () => {
  const requests = new Map<string, number>();
  const message = "removal of container x is already in progress";
  const intercept: MemoryOptions["intercept"] = ({ method, path }) => {
    if (method !== "DELETE" || !path.startsWith("/containers/")) return undefined;
    const count = (requests.get(path) ?? 0) + 1;
    requests.set(path, count);
    return count < 25 ? { status: 409, json: { message } } : undefined;
  };
  return withLab({ intercept }, async ({ engine, run }) => {
    equal((await run(["create", ...UNWAITED])).code, 0);
    const { code, stderr } = await run(["destroy", "--name=lab"]);
    equal(code, 0, stderr);
    equal(engine.containers.size, 0);
  });
});

Deno.test("destroy repeats a removal that fails for a moment, and reports one that does not end", () => {
  let [failures, isStuck] = [2, false];
  const intercept: MemoryOptions["intercept"] = ({ method, path }) => {
    if (method !== "DELETE" || !path.startsWith("/networks/")) return undefined;
    if (!isStuck && failures-- <= 0) return undefined;
    return { status: 403, json: { message: "network lab has active endpoints" } };
  };
  return withLab({ intercept }, async ({ engine, run, states }) => {
    const create = ["create", ...UNWAITED];
    equal((await run(create)).code, 0);
    equal((await run(["destroy", "--name=lab"])).code, 0);
    equal(engine.networks.length, 0);
    equal((await run(create)).code, 0);
    isStuck = true;
    const { code, stderr } = await run(["destroy", "--name=lab"]);
    equal(code, 1);
    match(stderr, /^osctl: cannot remove network lab: docker: network lab has active endpoints; /m);
    // The state stays until everything is removed.
    deepEqual(await states(), ["lab"]);
    isStuck = false;
    equal((await run(["destroy", "--name=lab"])).code, 0);
    deepEqual([engine.networks.length, await states()], [0, []]);
  });
});

Deno.test("create rejects flags of other provisioners by name, in both releases", async () => {
  const values: Record<string, string> = { int: "=1", float: "=0.5", duration: "=1s", bool: "" };
  for (const release of RELEASES) {
    for (const [key, flag] of Object.entries(createFlags)) {
      if (SUPPORTED_FLAGS.docker.has(key) || !existsIn(flag, release)) continue;
      const name = flagName(key);
      const value = values[flag.type] ?? (flag.type === "enum" ? "=true" : "=x");
      const { code, stderr } = await runCommand(["cluster", "create", `--${name}${value}`], {
        release,
      });
      equal(code, 1, `${name}: ${stderr}`);
      equal(stderr, `osctl: the docker provisioner does not support --${name}; remove it\n`);
    }
  }
});

Deno.test("create rejects invalid ports and archives", () =>
  withLab({}, async ({ run, home }) => {
    for (const ports of ["80", "80:80", "0:80/tcp", "80:99999/tcp", "a:80/tcp", "80:80/icmp"]) {
      const { code, stderr } = await run(["create", ...UNWAITED, "-p", ports]);
      equal(code, 2, stderr);
      match(stderr, /invalid port ".*" for --exposed-ports; use <host>:<container>\/<protocol>/);
    }
    await Deno.writeTextFile(`${home}/no.tar`, "text");
    const archives = [["missing.tar", /cannot read/], [
      "no.tar",
      /not a tar archive|no image/,
    ]] as const;
    for (const [path, reason] of archives) {
      const { code, stderr } = await run(["create", "--name=lab", "--image-archive", path]);
      equal(code, 1, stderr);
      match(stderr, reason);
    }
  }));

Deno.test("a cluster of another engine is unreachable, and its state is kept", () =>
  withLab({}, async ({ engine, run, home, states }) => {
    equal((await run(["create", ...UNWAITED])).code, 0);
    await using other = await MemoryEngine.start();
    const onOther = (args: readonly string[]) =>
      runCommand(["cluster", ...args], { home, env: other.env });
    match((await onOther(["list"])).stdout, /^lab +docker +unreachable +2 /m);
    for (const command of ["show", "destroy", "stop"]) {
      const { code, stderr } = await onOther([command, "--name=lab"]);
      equal(code, 1);
      const { DOCKER_HOST = "" } = engine.env;
      equal(
        stderr,
        `osctl: cluster "lab" is in docker at ${DOCKER_HOST}; set DOCKER_HOST=${DOCKER_HOST}\n`,
      );
    }
    deepEqual([engine.containers.size, await states()], [2, ["lab"]]);
    const gone = await runCommand(["cluster", "list"], {
      home,
      env: { DOCKER_HOST: "unix:///nonexistent/docker.sock" },
    });
    match(gone.stdout, /^lab +docker +unreachable +2 /m);
    equal((await run(["destroy", "--name=lab"])).code, 0);
  }));

Deno.test("create writes configurations instead of injecting them, and removes them on failure", () => {
  let isFull = true;
  const intercept: MemoryOptions["intercept"] = ({ path }) =>
    isFull && path.startsWith("/containers/create")
      ? { status: 500, json: { message: "no space left on device" } }
      : undefined;
  return withLab({ intercept }, async ({ engine, run, home }) => {
    const create = ["create", ...UNWAITED, "--skip-injecting-config"];
    const files = ["init.yaml", "worker.yaml"].map((name) => `${home}/${name}`);
    const present = () => Promise.all(files.map(exists));
    equal((await run(create)).code, 1);
    deepEqual(await present(), [false, false]);
    isFull = false;
    const { code, stderr } = await run(create);
    equal(code, 0, stderr);
    for (const path of files) ok(stderr.includes(`created ${path}\n`), stderr);
    deepEqual(await present(), [true, true]);
    const { Env } = engine.named("lab-worker-1").body;
    deepEqual(Env, ["PLATFORM=container", "TALOSSKU=2CPU-2048RAM"]);
    equal((await run(["destroy", "--name=lab"])).code, 0);
    const again = await run(create);
    equal(again.code, 1);
    match(again.stderr, /worker\.yaml" already exist; remove them, or run create in another/);
    equal(engine.containers.size, 0);
  });
});

Deno.test("create applies configurations to nodes in maintenance mode", () =>
  withLab({}, async ({ engine, run, home }) => {
    const cidr = `127.${120 + Math.floor(Math.random() * 80)}.9.0/24`;
    const nodes = ["--controlplanes=0", "--workers=0", "--unconfigured=2", "--cidr", cidr];
    // Sandbox nodes at the addresses of the containers.
    const peers = ["--provisioner=sandbox", "--name=peers"];
    const sandbox = await run(["create", ...peers, ...nodes]);
    equal(sandbox.code, 0, sandbox.stderr);
    try {
      const flags = ["--skip-injecting-config", "--with-apply-config", "--cidr", cidr];
      const rejected = await run(["create", ...UNWAITED, ...flags]);
      equal(rejected.code, 1);
      match(rejected.stderr, /install/);
      equal(engine.containers.size, 0);
      // The nodes of the sandbox are not in container mode.
      const patch = ["--config-patch", "machine: {install: {disk: /dev/sda}}"];
      const { code, stderr } = await run(["create", ...UNWAITED, ...flags, ...patch]);
      equal(code, 0, stderr);
      match(stderr, /^waiting for all nodes to accept their configuration: OK /m);
      equal(engine.containers.size, 2);
      const address = cidr.replace("0/24", "3");
      const [main] = parseYaml(await Deno.readTextFile(`${home}/worker.yaml`)).documents
        .map(({ root }) => toData(root)) as Any[];
      const applied = await Deno.readTextFile(
        `${home}/.os/clusters/peers/nodes/peers-unconfigured-2/config.yaml`,
      );
      ok(applied.includes(main.machine.token), `${address} has another configuration`);
    } finally {
      await run(["destroy", ...peers]);
      await run(["destroy", "--name=lab"]);
    }
  }));
