/** Nodes that a cluster file marks with `remove: true`: removed and replaced by `cluster apply`. */
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { withDeclared } from "./declared_home.ts";
import { SANDBOX } from "./home.ts";

/** Returns the names of the Kubernetes nodes, sorted. */
async function kubernetesNodes(
  run: (...args: string[]) => Promise<CommandOutcome>,
  home: string,
  controlPlane: string,
): Promise<string[]> {
  const path = `${home}/admin.kubeconfig`;
  const written = await run("kubeconfig", path, "-n", controlPlane, "--force", "--merge=false");
  strictEqual(written.code, 0, written.stderr);
  const text = await Deno.readTextFile(path);
  const field = (name: string) => new RegExp(`${name}: (\\S+)`).exec(text)![1]!;
  const decode = (name: string) =>
    new TextDecoder().decode(Uint8Array.fromBase64(field(`${name}-data`)));
  const client = Deno.createHttpClient({
    caCerts: [decode("certificate-authority")],
    cert: decode("client-certificate"),
    key: decode("client-key"),
  });
  try {
    const response = await fetch(`${field("server")}/api/v1/nodes`, { client });
    const { items } = await response.json();
    return items.map(({ metadata }: { metadata: { name: string } }) => metadata.name).toSorted();
  } finally {
    client.close();
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

Deno.test("cluster apply removes a marked worker, and configures a new machine under its name", () =>
  withDeclared(2, async ({ cluster, run, edit, addresses }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    const mark = (text: string) =>
      text.replace("{ name: lab-worker-2,", "{ name: lab-worker-2, remove: true,");
    const unmark = (text: string) => text.replace(" remove: true,", "");
    await edit((text) => `${mark(text)}gates: [etcd]\n`);
    const plan = await run("cluster", "plan");
    match(plan.stdout, /^1\. remove lab-worker-2$/m);

    // Without a terminal, only --yes confirms that data is destroyed.
    const refused = await run("cluster", "apply");
    strictEqual(refused.code, 2, refused.stderr);
    match(refused.stderr, /is not confirmed: no terminal/);
    const { home } = cluster;
    const declined = await runCommand(["cluster", "apply"], {
      home,
      cwd: home,
      stdin: "yes\n",
      terminals: ["stdin", "stderr"],
    });
    strictEqual(declined.code, 130, declined.stderr);
    match(declined.stderr, /remove and wipe.*\n(.*\n)*.*lab-worker-2\n.*Type \S+ to continue/);

    const hostnames = JSON.parse(
      (await run("cluster", "show", ...SANDBOX, "-o", "json")).stdout,
    ).nodes.map(({ name }: { name: string }) => name);
    const read = () => kubernetesNodes(run, home, addresses[0]!);
    deepStrictEqual(await read(), hostnames);
    const removed = await run("cluster", "apply", "--yes");
    strictEqual(removed.code, 0, removed.stderr);
    match(removed.stderr, /: draining$/m);
    deepStrictEqual(await read(), hostnames.slice(0, 2));
    const after = await run("cluster", "plan", "-o", "json");
    deepStrictEqual(
      [after.code, (JSON.parse(after.stdout) as Rows).map(({ state }) => state)],
      [0, ["same", "same", "removed"]],
    );
    const again = await run("cluster", "apply", "--yes");
    deepStrictEqual([again.code, again.stderr], [0, "nothing to do\n"]);

    // Its machine, wiped, is as good as another one in maintenance mode.
    await edit(unmark);
    const replaced = await run("cluster", "apply", "--yes");
    strictEqual(replaced.code, 0, replaced.stderr);
    match(replaced.stderr, /^lab-worker-2: ready$/m);
    strictEqual((await run("cluster", "plan")).code, 0);
    deepStrictEqual(await read(), hostnames);
  }));

Deno.test("cluster apply removes no control plane when none would remain, or etcd stops", () =>
  withDeclared(2, async ({ run, edit, addresses }) => {
    const [first, second, third] = addresses;
    const declare = (count: number, removed: string) =>
      edit((text) =>
        text.split("controlPlane:")[0] + "controlPlane:\n  nodes:\n" +
        [first, second, third].slice(0, count).map((address, index) => {
          const name = `lab-cp-${index + 1}`;
          return `    - { name: ${name}, addresses: ["${address}"], remove: ${
            name === removed
          } }\n`;
        }).join("")
      );
    await declare(1, "");
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await declare(2, "lab-cp-1");
    const last = await run("cluster", "apply", "--yes", "--accept-quorum-loss");
    strictEqual(last.code, 1, last.stderr);
    match(last.stderr, /^osctl: nothing was changed: no control plane would remain/m);
    await declare(2, "");
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await declare(2, "lab-cp-2");
    const two = await run("cluster", "apply", "--yes");
    strictEqual(two.code, 1, two.stderr);
    match(
      two.stderr,
      /nothing was changed: removing lab-cp-2: etcd loses quorum \(1 of 2 members remains, 2 needed\)/,
    );
    match(two.stderr, /--accept-quorum-loss/);
    await declare(3, "");
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await declare(3, "lab-cp-1");
    const removed = await run("cluster", "apply", "--yes", "--no-snapshot");
    strictEqual(removed.code, 0, removed.stderr);
    const members = await run("etcd", "members", "-e", second!, "-n", second!, "-o", "json");
    strictEqual(JSON.parse(members.stdout).length, 2, members.stdout);
    strictEqual((await run("cluster", "plan", "-e", second!)).code, 0);
  }));

Deno.test("cluster apply continues an interrupted removal with its journal", () =>
  withDeclared(1, async ({ cluster, run, edit, addresses }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await edit((text) =>
      text.replace("{ name: lab-worker-1,", "{ name: lab-worker-1, remove: true,")
    );
    const fault = ["error", "--node", addresses[1]!, "--method", "Reset"];
    strictEqual((await cluster.run(["fault", "add", "--name", "demo", ...fault])).code, 0);
    const stopped = await run("cluster", "apply", "--yes");
    strictEqual(stopped.code, 1, stopped.stderr);
    match(stopped.stderr, /failed: reset not acknowledged: .*sandbox fault/);
    const journal = /--resume (\S+\.json)/.exec(stopped.stderr)![1]!;
    strictEqual((await cluster.run(["fault", "clear", "--name", "demo"])).code, 0);
    const resumed = await run("cluster", "apply", "--yes", "--resume", journal);
    strictEqual(resumed.code, 0, resumed.stderr);
    const names = await kubernetesNodes(run, cluster.home, addresses[0]!);
    strictEqual(names.length, 1, names.join());
    const plan = JSON.parse((await run("cluster", "plan", "-o", "json")).stdout) as Rows;
    deepStrictEqual(plan.map(({ state }) => state), ["same", "removed"]);
  }));
