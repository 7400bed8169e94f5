import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { writeBundle } from "../../../lib/machineconfig/generate/mod.ts";
import { readCertificate } from "../../../lib/pki/mod.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { testBundle } from "../../helpers/test_bundle.ts";
import { type Folder, inFolder } from "./folder.ts";

const ENDPOINT = "https://192.0.2.10:6443";
const CLUSTER = ["lab", ENDPOINT];
const SECRETS = ["--with-secrets", "secrets.yaml"];
const PLAIN = ["--with-docs=false", "--with-examples=false"];

/** A directory with the secrets of a cluster. */
function withSecrets(test: (folder: Folder) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    await folder.write("secrets.yaml", writeBundle(await testBundle()));
    await test(folder);
  });
}

/** Runs `gen config` with the cluster's secrets. */
const generateConfig = (folder: Folder, ...args: string[]) =>
  folder.gen("config", ...SECRETS, ...args, ...CLUSTER);

/** Parses the single document printed on stdout. */
async function printed(folder: Folder, type: string, ...args: string[]) {
  const { code, stdout, stderr } = await generateConfig(
    folder,
    "-t",
    type,
    "-o",
    "-",
    ...PLAIN,
    ...args,
  );
  assert.equal(code, 0, stderr);
  return parse(stdout);
}

Deno.test("gen config writes three files with mode 0600", () =>
  withSecrets(async (folder) => {
    const { path } = folder;
    const { code, stdout, stderr } = await generateConfig(folder);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.deepEqual(stderr.trim().split("\n"), [
      "using keys, certificates and tokens from secrets.yaml",
      `Created ${path}/controlplane.yaml`,
      `Created ${path}/worker.yaml`,
      `Created ${path}/osconfig`,
    ]);
    assert.deepEqual(await folder.names(), [
      "controlplane.yaml",
      "osconfig",
      "secrets.yaml",
      "worker.yaml",
    ]);
    for (const name of ["controlplane.yaml", "worker.yaml", "osconfig"]) {
      assert.equal((await Deno.stat(`${path}/${name}`)).mode! & 0o777, 0o600, name);
    }
    assert.equal(parse(await folder.read("controlplane.yaml")).machine.type, "controlplane");
    assert.equal(parse(await folder.read("worker.yaml")).machine.type, "worker");
  }));

Deno.test("gen config without --with-secrets generates new secrets", () =>
  inFolder(async (folder) => {
    const args = ["config", "--os-version", "v1.6", "-t", "controlplane", "-o", "cp.yaml"];
    const { code, stderr } = await folder.gen(...args, ...CLUSTER);
    assert.deepEqual([code, stderr], [
      0,
      "generating keys, certificates and tokens\nCreated cp.yaml\n",
    ]);
    const { machine, cluster } = parse(await folder.read("cp.yaml"));
    assert.deepEqual(readCertificate(atob(machine.ca.crt)).organizations, ["talos"]);
    assert.match(cluster.token, /^[0-9a-z]{6}\.[0-9a-z]{16}$/);
    assert.equal(machine.features.hostDNS, undefined);
  }));

Deno.test("gen config issues a client certificate signed by the cluster's CA", () =>
  withSecrets(async (folder) => {
    const now = Date.UTC(2031, 0, 1);
    const { X509Certificate } = await import("node:crypto");
    const at = { now: () => now, after: () => () => {} };
    const osconfig = async (release: string) => {
      const args = ["gen", "config", ...SECRETS, "-t", "osconfig", "-o", "-", ...CLUSTER];
      const { code, stdout, stderr } = await runCommand(args, {
        cwd: folder.path,
        clock: at,
        release,
      });
      assert.equal(code, 0, stderr);
      const { context, contexts } = parse(stdout);
      assert.equal(context, "lab");
      const { ca, crt, key, endpoints, ...rest } = contexts.lab;
      assert.deepEqual(rest, {});
      const authority = new X509Certificate(atob(ca));
      const certificate = new X509Certificate(atob(crt));
      assert.ok(certificate.verify(authority.publicKey));
      assert.match(atob(key), /^-----BEGIN ED25519 PRIVATE KEY-----/);
      const { notBefore, notAfter, organizations, extKeyUsages } = readCertificate(atob(crt));
      assert.deepEqual([notBefore, organizations, extKeyUsages], [
        now,
        ["os:admin"],
        ["clientAuth"],
      ]);
      return { endpoints, hours: (notAfter - notBefore) / 3_600_000, key };
    };
    const [new18, old14] = [await osconfig("v1.8"), await osconfig("v1.4")];
    assert.deepEqual([new18.endpoints, new18.hours], [[], 8760]);
    assert.deepEqual([old14.endpoints, old14.hours], [["127.0.0.1"], 87600]);
    assert.notEqual(new18.key, old14.key);
  }));

Deno.test("the hint of an expired certificate leads to a valid one", () =>
  withSecrets(async (folder) => {
    // The command of the hint, verbatim: flags before arguments.
    const args = ["config", "--with-secrets", "secrets.yaml", "-t", "osconfig", ...CLUSTER];
    const { code, stderr } = await folder.gen(...args);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await folder.names(), ["osconfig", "secrets.yaml"]);
    const osconfig = ["--osconfig", `${folder.path}/osconfig`, "config", "info", "-o", "json"];
    const info = await runCommand(osconfig, { cwd: folder.path });
    assert.equal(info.code, 0, info.stderr);
  }));

Deno.test("gen config --output is a directory for several types, a file for one, - for stdout", () =>
  withSecrets(async (folder) => {
    const created = async (...args: string[]) => {
      const { code, stdout, stderr } = await generateConfig(folder, ...PLAIN, ...args);
      assert.equal(code, 0, stderr);
      return [...stderr.trim().split("\n").slice(1), stdout.slice(0, 17)].filter(Boolean);
    };
    assert.deepEqual(await created("--output", "a/b", "--output-types", "worker,osconfig"), [
      "Created a/b/worker.yaml",
      "Created a/b/osconfig",
    ]);
    assert.deepEqual(await created("-o", "c/w.yml", "-t", "worker"), ["Created c/w.yml"]);
    assert.deepEqual(await created("--output-dir", "d", "-t", "worker"), [
      "Created d/worker.yaml",
    ]);
    assert.deepEqual(await created("-o", "-", "-t", "worker"), ["version: v1alpha1"]);
    assert.deepEqual(await folder.names(), ["a", "c", "d", "secrets.yaml"]);
  }));

Deno.test("gen config lists existing files and writes nothing", () =>
  withSecrets(async (folder) => {
    await folder.write("worker.yaml", "mine");
    await folder.write("osconfig", "mine");
    assert.match(
      await folder.expectError("config", ...SECRETS, ...CLUSTER),
      /^1 osctl: ".*\/worker.yaml" and ".*\/osconfig" already exist; choose another name, or overwrite with --force$/,
    );
    assert.deepEqual(await folder.names(), ["osconfig", "secrets.yaml", "worker.yaml"]);
    assert.equal(await folder.read("worker.yaml"), "mine");
    assert.equal((await generateConfig(folder, "--force")).code, 0);
    assert.equal(parse(await folder.read("worker.yaml")).machine.type, "worker");
    assert.deepEqual(await folder.names(), [
      "controlplane.yaml",
      "osconfig",
      "secrets.yaml",
      "worker.yaml",
    ]);
    const overwriting = [
      "config",
      ...SECRETS,
      "-t",
      "worker",
      "-o",
      "./secrets.yaml",
      "-f",
      ...CLUSTER,
    ];
    assert.match(await folder.expectError(...overwriting), /is also an input/);
  }));

Deno.test("gen config writes no file when one of them cannot be written", () =>
  withSecrets(async (folder) => {
    await Deno.mkdir(`${folder.path}/osconfig`);
    const { code, stderr } = await generateConfig(folder, "--force");
    assert.equal(code, 1);
    assert.match(stderr, /osctl: cannot write ".*\/osconfig": is a directory/);
    assert.deepEqual(await folder.names(), ["osconfig", "secrets.yaml"]);
  }));

Deno.test("gen config --force writes a single type into a device", {
  ignore: Deno.build.os === "windows",
}, () =>
  withSecrets(async (folder) => {
    const { code, stderr } = await generateConfig(
      folder,
      "--force",
      "-t",
      "worker",
      "-o",
      "/dev/null",
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /\nCreated \/dev\/null\n$/);
    assert.ok((await Deno.stat("/dev/null")).isCharDevice);
  }));

Deno.test("gen config rejects invalid values with a hint", () =>
  withSecrets(async (folder) => {
    const expectError = (...args: string[]) => folder.expectError("config", ...args);
    assert.match(
      await expectError("lab", "192.0.2.10"),
      /^2 osctl: invalid cluster endpoint "192.0.2.10": no scheme and no port; did you mean "https:\/\/192.0.2.10:6443"/,
    );
    assert.match(await expectError("lab"), /^2 osctl: missing <cluster endpoint>/);
    assert.match(
      await expectError("--version", "v2", ...CLUSTER),
      /^2 osctl: unsupported configuration format "v2"/,
    );
    assert.match(await expectError("-t", "talosconfig", ...CLUSTER), /^2 osctl: invalid value /);
    assert.match(await expectError("-t", "", ...CLUSTER), /^2 osctl: no type in --output-types; /);
    assert.match(
      await expectError("-o", "-", ...CLUSTER),
      /^2 osctl: --output - requires one type, /,
    );
    assert.match(
      await expectError("-o", "a", "--output-dir", "b", ...CLUSTER),
      /^2 osctl: --output and --output-dir are mutually exclusive; /,
    );
    assert.match(
      await expectError("--os-version", "x", ...CLUSTER),
      /^2 osctl: invalid version "x" /,
    );
    assert.match(
      await expectError("--registry-mirror", "docker.io", ...CLUSTER),
      /^2 osctl: invalid value "docker.io" for --registry-mirror: no "="; /,
    );
    assert.deepEqual(await folder.names(), ["secrets.yaml"]);
  }));

Deno.test("gen config rejects incomplete or broken bundles and warns about unusual ones", () =>
  withSecrets(async (folder) => {
    const whole = await folder.read("secrets.yaml");
    const generationMessages = async (text: string) => {
      await folder.write("secrets.yaml", text);
      const { code, stderr } = await generateConfig(folder, "-t", "worker", "-o", "-");
      return [code, ...stderr.trim().split("\n")];
    };
    assert.deepEqual(await generationMessages(`${whole}more: true\n`), [
      0,
      "using keys, certificates and tokens from secrets.yaml",
      'osctl: warning: secrets.yaml:25:1: unknown key "more" is ignored',
    ]);
    const redacted = whole.replace(/(os:\n.*\n {8}key: ).*/, "$1'******'");
    assert.equal(
      (await generationMessages(redacted)).at(-1),
      "osctl: warning: secrets.yaml:24:14: certs.os.key is redacted",
    );
    assert.equal(
      (await generateConfig(folder, "-t", "osconfig", "-o", "-")).stderr.split("\n")[2],
      "osctl: secrets.yaml: certs.os.key is redacted, but signs the client certificate; use a bundle with its " +
        "keys, or remove osconfig from --output-types",
    );
    await folder.write("secrets.yaml", whole.replace(/^ {4}token:.*\n/m, ""));
    assert.equal(
      await folder.expectError("config", ...SECRETS, ...CLUSTER),
      "1 osctl: secrets.yaml is incomplete: missing trustdinfo.token; copy them from the " +
        "cluster's original bundle or control plane configuration",
    );
    assert.match(
      await folder.expectError("config", "--with-secrets", "none.yaml", ...CLUSTER),
      /^1 osctl: cannot read ".*none.yaml": no such file or directory$/,
    );
  }));

Deno.test("gen config writes flag values to their fields", () =>
  withSecrets(async (folder) => {
    const { machine, cluster, persist } = await printed(
      folder,
      "controlplane",
      ...["--additional-sans", "lab.example.com,192.0.2.7", "--dns-domain", "example.org"],
      ...["--install-disk", "/dev/nvme0n1", "--install-image", "registry.example.com/i:v1"],
      ...["--kubernetes-version", "v1.30.2", "--with-meshnet", "--persist=true"],
      ...["--registry-mirror", "docker.io=https://a.example.com", "--version", "v1alpha1"],
      ...["--registry-mirror", "ghcr.io=https://b.example.com,docker.io=https://c.example.com"],
    );
    assert.deepEqual(machine.certSANs, ["lab.example.com", "192.0.2.7"]);
    assert.deepEqual(cluster.apiServer.certSANs, ["192.0.2.10", "lab.example.com", "192.0.2.7"]);
    assert.equal(cluster.network.dnsDomain, "example.org");
    assert.deepEqual(machine.install, {
      disk: "/dev/nvme0n1",
      image: "registry.example.com/i:v1",
      wipe: false,
    });
    assert.equal(machine.kubelet.image, "ghcr.io/siderolabs/kubelet:v1.30.2");
    assert.equal(cluster.scheduler.image, "registry.k8s.io/kube-scheduler:v1.30.2");
    assert.deepEqual(machine.network, { kubespan: { enabled: true } });
    assert.equal(persist, true);
    assert.deepEqual(machine.registries.mirrors, {
      "docker.io": { endpoints: ["https://c.example.com"] },
      "ghcr.io": { endpoints: ["https://b.example.com"] },
    });
  }));

Deno.test("gen config applies the defaults of each release", () =>
  withSecrets(async (folder) => {
    const at = async (release: string) => {
      const args = ["gen", "config", ...SECRETS, "-t", "worker", "-o", "-", ...PLAIN, ...CLUSTER];
      const { stdout } = await runCommand(args, { cwd: folder.path, release });
      const { machine } = parse(stdout);
      return [machine.kubelet.image, machine.install, Object.keys(machine.features).length];
    };
    const image = "ghcr.io/siderolabs/installer:latest";
    assert.deepEqual(await at("v1.8"), [
      "ghcr.io/siderolabs/kubelet:v1.31.1",
      { disk: "/dev/sda", image, wipe: false },
      6,
    ]);
    assert.deepEqual(await at("v1.4"), [
      "ghcr.io/siderolabs/kubelet:v1.27.1",
      { disk: "/dev/sda", image, bootloader: true, wipe: false },
      3,
    ]);
  }));

Deno.test("gen config for v1.14 names an installer of the image factory", () =>
  withSecrets(async (folder) => {
    const image = "ghcr.io/siderolabs/installer:v1.14.0";
    const args = ["--os-version", "v1.14.0", "-t", "worker", "-o", "-", ...PLAIN];
    const { stdout } = await generateConfig(folder, ...args);
    assert.match(
      stdout,
      /image: factory\.talos\.dev\/metal-installer\/376567988ad37[0-9a-f]{51}:v1\.14\.0\n/,
    );
    assert.ok(!stdout.includes("ghcr.io/siderolabs/installer"));
    const refused = await generateConfig(folder, ...args, "--install-image", image);
    assert.deepEqual([refused.code, refused.stdout], [2, ""]);
    assert.match(refused.stderr, /^osctl: invalid --install-image .*; use factory\.talos\.dev\//);
  }));

Deno.test("a patch of fields that v1.14 moved is refused, with the patch in its new form", () =>
  withSecrets(async (folder) => {
    const args = ["--os-version", "v1.14", "-t", "worker", "-o", "-", ...PLAIN];
    const old =
      "machine: {nodeLabels: {rack: r1}, network: {hostname: w1, nameservers: [192.0.2.1]}}";
    const refused = await generateConfig(folder, ...args, "--config-patch", old);
    assert.equal(refused.code, 1);
    const lines = refused.stderr.split("\n").filter((line) => line.includes("write it as"));
    assert.deepEqual(lines.map((line) => /worker: (\S+): not allowed beside/.exec(line)?.[1]), [
      "machine.network.hostname",
      "machine.network.nameservers",
      "machine.nodeLabels",
    ]);
    const moved = lines.map((line) => /write it as (\{.*\})$/.exec(line)![1]!);
    const patches = moved.flatMap((patch) => ["--config-patch", patch]);
    const { code, stdout, stderr } = await generateConfig(folder, ...args, ...patches);
    assert.equal(code, 0, stderr);
    const documents = parseAllDocuments(stdout).map((one) => one.toJS());
    const of = (kind: string) => documents.find((one) => one.kind === kind);
    assert.deepEqual(of("KubeNodeConfig").labels, { rack: "r1" });
    assert.equal(of("HostnameConfig").hostname, "w1");
    assert.deepEqual(of("ResolverConfig").nameservers, [{ address: "192.0.2.1" }]);
    const api = "cluster: {proxy: {disabled: true}}";
    const plane = args.with(args.indexOf("worker"), "controlplane");
    const other = await generateConfig(folder, ...plane, "--config-patch", api);
    assert.match(
      other.stderr,
      /cluster\.proxy: not allowed beside a document of kind KubeProxyConfig, which replaces it; set it in that document; see "osctl explain KubeProxyConfig"/,
    );
  }));

Deno.test("gen config adds documentation and examples by default", () =>
  withSecrets(async (folder) => {
    const text = async (...args: string[]) =>
      (await generateConfig(folder, "-t", "controlplane", "-o", "-", ...args)).stdout;
    const plain = await text("--with-docs=false", "--with-examples=false");
    assert.ok(!plain.includes("#"));
    const commented = (one: string) => one.split("\n").filter((line) => /^ *#/.test(line)).length;
    const [docs, examples, both] = [
      await text("--with-examples=false"),
      await text("--with-docs=false"),
      await text(),
    ];
    assert.ok(docs.includes("#") && commented(examples) > 100);
    assert.ok(commented(both) > commented(examples));
    const { machine: { registries, ...machine }, ...rest } = parse(both);
    assert.deepEqual(registries, {});
    assert.deepEqual(machine, parse(plain).machine);
    assert.deepEqual(rest.version, "v1alpha1");
    assert.deepEqual(parse(docs), parse(both));
  }));

Deno.test("gen config patches all, control plane and worker configurations", () =>
  withSecrets(async (folder) => {
    await folder.write("patch.yaml", "machine: {network: {hostname: n1}}\n");
    const patches = [
      ...["--config-patch", "@patch.yaml"],
      ...[
        "--config-patch",
        '[{"op": "add", "path": "/machine/time", "value": {"disabled": true}}]',
      ],
      ...["--config-patch-control-plane", "cluster: {allowSchedulingOnControlPlanes: true}"],
      ...["--config-patch-worker", "machine: {network: {hostname: w1}}"],
    ];
    const controlplane = await printed(folder, "controlplane", ...patches);
    const worker = await printed(folder, "worker", ...patches);
    assert.equal(controlplane.machine.network.hostname, "n1");
    assert.equal(worker.machine.network.hostname, "w1");
    assert.deepEqual([controlplane.machine.time, worker.machine.time], [
      { disabled: true },
      { disabled: true },
    ]);
    assert.equal(controlplane.cluster.allowSchedulingOnControlPlanes, true);
    assert.equal(worker.cluster.allowSchedulingOnControlPlanes, undefined);
    const extra = [
      "--config-patch",
      "apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: a\nurl: tcp://192.0.2.1:1",
    ];
    const { stdout } = await generateConfig(folder, "-t", "worker", "-o", "-", ...extra);
    assert.deepEqual(parseAllDocuments(stdout).map((one) => one.get("kind")), [
      undefined,
      "KmsgLogConfig",
    ]);
  }));

Deno.test("gen config reports all broken patches before writing", () =>
  withSecrets(async (folder) => {
    await folder.write("bad.yaml", "machine:\n  hostnam: a\n");
    const { code, stdout, stderr } = await generateConfig(
      folder,
      ...["--config-patch", "@bad.yaml", "--config-patch", "@none.yaml"],
      ...["--config-patch-control-plane", "cluster: [", "--config-patch-worker", "nothing: 1"],
    );
    assert.deepEqual([code, stdout], [1, ""]);
    const lines = stderr.trim().split("\n");
    assert.equal(lines.length, 4, stderr);
    assert.match(lines[0]!, /^osctl: bad.yaml:2:3: .*"hostnam"/);
    assert.match(lines[1]!, /^osctl: cannot read ".*none.yaml": no such file or directory$/);
    assert.match(lines[2]!, /^osctl: --config-patch-control-plane #1:1:\d+: /);
    assert.match(lines[3]!, /^osctl: --config-patch-worker #1:1:1: /);
    assert.deepEqual(await folder.names(), ["bad.yaml", "secrets.yaml"]);

    const failing = await generateConfig(
      folder,
      ...["--config-patch-control-plane", '[{"op": "remove", "path": "/machine/none"}]'],
      ...["--config-patch-worker", '[{"op": "test", "path": "/machine/type", "value": "x"}]'],
    );
    assert.equal(failing.code, 1);
    assert.match(failing.stderr, /--config-patch-control-plane #1.*\n.*--config-patch-worker #1/);
    assert.deepEqual(await folder.names(), ["bad.yaml", "secrets.yaml"]);
  }));

Deno.test("gen config rejects patched configurations that nodes reject", () =>
  withSecrets(async (folder) => {
    const { code, stderr } = await generateConfig(
      folder,
      ...[
        "--config-patch",
        "machine: {network: {interfaces: [{interface: eth0, mtu: 9, deviceSelector: {busPath: x}}]}}",
      ],
    );
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /\nosctl: .*controlplane.yaml: machine.network.interfaces\[0\][^\n]+\nosctl: .*worker.yaml: machine.network.interfaces\[0\]/,
    );
    assert.deepEqual(await folder.names(), ["secrets.yaml"]);
  }));

Deno.test("gen config prints validation warnings and writes the files", () =>
  withSecrets(async (folder) => {
    const warnings = async (...args: string[]) => {
      const { code, stderr } = await generateConfig(folder, "-t", "worker", "-o", "-", ...args);
      assert.equal(code, 0, stderr);
      return stderr.trim().split("\n").slice(1);
    };
    assert.deepEqual(await warnings(), []);
    const [persist, ...more] = await warnings("--persist=false");
    assert.match(persist!, /^osctl: warning: worker: persist: /);
    assert.deepEqual(more, []);
    const [mesh] = await warnings("--with-meshnet", "--with-cluster-discovery=false");
    assert.match(mesh!, /^osctl: warning: worker: cluster.discovery.enabled: /);
  }));
