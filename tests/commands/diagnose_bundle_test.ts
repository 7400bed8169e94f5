import { equal, match } from "node:assert/strict";
import { BundleArchive } from "../../lib/procedures/support/archive.ts";
import { runCommand } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Writes an archive with texts by path, and diagnoses it. */
async function diagnoseTexts(texts: Readonly<Record<string, string>>, ...args: string[]) {
  const home = await Deno.makeTempDir();
  try {
    const archive = new BundleArchive(Date.UTC(2026, 0, 2));
    const filled = (async () => {
      for (const [path, text] of Object.entries(texts)) {
        const bytes = (async function* () {
          yield await Promise.resolve(new TextEncoder().encode(text));
        })();
        await archive.add(path.split("/"), bytes);
      }
      archive.end("");
    })();
    using file = await Deno.open(`${home}/support.zip`, { write: true, createNew: true });
    for await (const chunk of archive.output()) await file.write(chunk);
    await filled;
    return await runCommand(["diagnose", "--bundle", `${home}/support.zip`, ...args], {
      home,
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

const STATE = `ID       etcd
STATE    Failed
HEALTH   ?
EVENTS   [Failed]: Failed to run pre stage: failed to pull image "gcr.io/etcd:v3.5.16": 1 error(s) occurred:
         failed to pull image "gcr.io/etcd:v3.5.16": lookup gcr.io on 192.0.2.53:53: no such host (2m0s ago)
         [Preparing]: Running pre state (3m0s ago)
         [Starting]: Starting service (3m0s ago)
`;

Deno.test("a bundle of talosctl from v1.5 on is diagnosed by states, resources and logs", async () => {
  const { code, stdout, stderr } = await diagnoseTexts({
    "192.0.2.10/dmesg.log": "kern: info: [2026-05-05T10:00:00.5Z]: Linux version 6.6.43\n",
    "192.0.2.10/service-logs/etcd.state": STATE,
    "192.0.2.10/summary": "Client:\n\tTag:         v1.8.0\nServer:\n\tTag:         v1.8.4\n",
    "192.0.2.10/resources/hostnamestatuses.net.talos.dev.yaml":
      "node: \nmetadata:\n    id: hostname\nspec:\n    hostname: cp-1\n".replaceAll("\\n", "\n"),
    "192.0.2.10/resources/machinetypes.config.talos.dev.yaml":
      "metadata:\n    id: machine-type\nspec: controlplane\n".replaceAll("\\n", "\n"),
  });
  equal(code, 2, stderr);
  match(
    stdout,
    /^✗ etcd of cp-1 waits for its image gcr\.io\/etcd:v3\.5\.16: the name gcr\.io does not resolve/,
  );
  match(stdout, /follows {4}etcd of cp-1 does not run \(Failed\)/);
});

Deno.test("a bundle of talosctl v1.4 has states of services in the kernel log only", async () => {
  const dmesg =
    "user: warning: [2026-05-05T10:00:00.1Z]: [talos] service[etcd](Preparing): Running pre state\n" +
    "user: warning: [2026-05-05T10:00:01.1Z]: [talos] etcd is waiting to join the cluster, if this " +
    "node is the first node in the cluster, please run `talosctl bootstrap` against one of the following IPs:\n";
  const { code, stdout } = await diagnoseTexts({ "192.0.2.10/dmesg.log": dmesg });
  equal(code, 2);
  match(stdout, /^✗ etcd is not bootstrapped/);
});

Deno.test("a bundle of a healthy sandbox has no findings", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run, nodes, home }) => {
    const all = nodes.map(({ address }) => address).join(",");
    const made = await run(["support", "-n", all, "-O", `${home}/s.zip`, "-w", "8"]);
    equal(made.code, 0, made.stderr);
    const { code, stdout } = await run(["diagnose", "--bundle", `${home}/s.zip`]);
    equal(code, 0, stdout);
    match(stdout, /^no findings: \d+ rules on 2 nodes\n/);
  });
});

Deno.test("files that are no bundles are refused with one line", async () => {
  const home = await Deno.makeTempDir();
  try {
    const cases = [
      [
        "text",
        new TextEncoder().encode("not a zip archive, but long enough to have an end record"),
      ],
      ["empty", new Uint8Array()],
    ] as const;
    for (const [name, bytes] of cases) {
      await Deno.writeFile(`${home}/${name}.zip`, bytes);
      const { code, stderr, stdout } = await runCommand(
        ["diagnose", "--bundle", `${home}/${name}.zip`],
        { home },
      );
      equal(code, 1, stderr);
      equal(stdout, "");
      match(stderr, /^osctl: cannot read the bundle ".*": .*\n$/);
    }
    const missing = await runCommand(["diagnose", "--bundle", `${home}/none.zip`], {
      home,
    });
    equal(missing.code, 1);
    match(missing.stderr, /cannot read ".*none\.zip": no such file/);
    const both = await runCommand(["diagnose", "--bundle", "a.zip", "-n", "192.0.2.1"], {
      home,
    });
    equal(both.code, 2);
    match(both.stderr, /--bundle reads a file, not the nodes of --nodes/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("a bundle with other content, and broken documents, is no reason to stop", async () => {
  const none = await diagnoseTexts({ "readme.txt": "hello" });
  equal(none.code, 1);
  match(none.stderr, /contains no node/);
  const broken = await diagnoseTexts({
    "192.0.2.10/dmesg.log": "kern: info: [2026-05-05T10:00:00.5Z]: Linux version 6.6.43\n",
    "192.0.2.10/resources/members.cluster.talos.dev.yaml": "{ [ : : \u0000",
    "192.0.2.10/service-logs/etcd.state": "\u001b[31m not a state",
    "kubernetesResources/nodes.yaml": "items: 5",
  });
  equal(broken.code, 0, broken.stdout + broken.stderr);
});
