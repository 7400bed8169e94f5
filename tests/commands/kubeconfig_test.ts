import { deepEqual, equal, match, ok } from "node:assert/strict";
import { MachineService } from "../../proto/machine.ts";
import { editKubeconfig } from "../../lib/kubernetes/kubeconfig/files.ts";
import { parseKubeconfig } from "../../lib/kubernetes/kubeconfig/parse.ts";
import { stream } from "../../lib/sandbox/types.ts";
import type { Prompts } from "../../lib/cli/context.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import type { RunCommandOptions } from "../helpers/run_command.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { archive, file, kubeconfig, nodeArchive } from "../helpers/kubeconfig.ts";
import { data, problem } from "./answers.ts";

/** A sandbox whose node sends `content` as kubeconfig. */
interface Fixture extends Sandbox {
  /** Replaces the content of the next download. */
  serve(content: string): Promise<void>;
  serveBytes(bytes: Uint8Array): void;
  /** Number of downloads. */
  readonly calls: number;
  /** Runs `osctl kubeconfig` for the control plane, in the folder `work` of the home. */
  get(args: readonly string[], options?: RunCommandOptions): ReturnType<Sandbox["run"]>;
  path(name: string): string;
  read(name: string): Promise<string>;
}

async function withNode(body: (fixture: Fixture) => Promise<void>): Promise<void> {
  let content = await nodeArchive(kubeconfig());
  let calls = 0;
  const binding = stream(MachineService.Kubeconfig, async function* () {
    calls++;
    await Promise.resolve();
    yield data(content.slice(0, 100));
    yield data(content.slice(100));
  });
  await withSandbox({ bindings: [binding] }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const workFolder = `${sandbox.home}/work`;
    await Deno.mkdir(workFolder);
    const path = (name: string) => `${sandbox.home}/${name}`;
    await body({
      ...sandbox,
      serve: async (text) => {
        content = await nodeArchive(text);
      },
      serveBytes: (bytes) => content = bytes,
      get calls() {
        return calls;
      },
      get: (args, options = {}) =>
        sandbox.run(["kubeconfig", ...args, "-n", node], { cwd: workFolder, ...options }),
      path,
      read: (name) => Deno.readTextFile(path(name)),
    });
  });
}

const namesIn = (text: string) => {
  const { kubeconfig } = parseKubeconfig(text, "test");
  const { clusters, users, contexts, currentContext } = kubeconfig;
  const names = [clusters, users, contexts].map((section) => [...section.keys()]);
  return [...names, currentContext];
};

Deno.test("kubeconfig without a file writes ~/.kube/config as received, 0600", async () => {
  await withNode(async ({ get, read, path }) => {
    const { code, stdout, stderr } = await get([]);
    deepEqual([code, stderr], [0, ""]);
    equal(stdout, `wrote "${path(".kube/config")}"\n`);
    equal(await read(".kube/config"), kubeconfig());
    equal((await Deno.stat(path(".kube/config"))).mode! & 0o777, 0o600);
  });
});

Deno.test("kubeconfig merges into an existing file and keeps its comments", async () => {
  await withNode(async ({ get, read, path }) => {
    await Deno.mkdir(path(".kube"));
    const before = kubeconfig().replaceAll("lab", "old") + "# mine\nx-own: 1\n";
    await Deno.writeTextFile(path(".kube/config"), before, { mode: 0o644 });
    const { code, stdout } = await get([]);
    equal(code, 0);
    equal(
      stdout,
      `added cluster "lab", user "admin@lab", context "admin@lab" to "${path(".kube/config")}"
the current context is now "admin@lab", was "admin@old"
to undo:
  kubectl config delete-context admin@lab
  kubectl config delete-user admin@lab
  kubectl config delete-cluster lab
  kubectl config use-context admin@old
`,
    );
    const after = await read(".kube/config");
    deepEqual(namesIn(after), [
      ["old", "lab"],
      ["admin@old", "admin@lab"],
      ["admin@old", "admin@lab"],
      "admin@lab",
    ]);
    match(after, /# mine\nx-own: 1\n/);
    equal((await Deno.stat(path(".kube/config"))).mode! & 0o777, 0o600);
    equal((await get([])).stdout, `"${path(".kube/config")}" is up to date\n`);
    equal(await read(".kube/config"), after);
  });
});

Deno.test("kubeconfig renames differing entries without a terminal", async () => {
  await withNode(async ({ get, serve, read }) => {
    await get([]);
    await serve(kubeconfig("https://10.9.9.9:6443", "c2Vjb25k"));
    const { code, stdout } = await get([]);
    equal(code, 0);
    match(
      stdout,
      /^renamed cluster "lab" -> "lab-1"\nrenamed user "admin@lab" -> "admin@lab-1"\nrenamed context "admin@lab" -> "admin@lab-1"\n/,
    );
    const { kubeconfig: merged } = parseKubeconfig(await read(".kube/config"), "test");
    equal(merged.currentContext, "admin@lab-1");
    deepEqual(merged.contexts.get("admin@lab-1")?.value, {
      cluster: "lab-1",
      namespace: "default",
      user: "admin@lab-1",
    });
    equal(merged.clusters.get("lab")?.value["server"], "https://10.0.0.10:6443");
    equal(merged.clusters.get("lab-1")?.value["server"], "https://10.9.9.9:6443");
  });
});

Deno.test("kubeconfig --force overwrites entries on merge, and a whole file without merge", async () => {
  await withNode(async ({ get, serve, read, path }) => {
    await get([]);
    const second = kubeconfig("https://10.9.9.9:6443", "c2Vjb25k");
    await serve(second);
    const { stdout } = await get(["--force"]);
    match(stdout, /^overwrote cluster "lab", user "admin@lab" in /);
    const { kubeconfig: merged } = parseKubeconfig(await read(".kube/config"), "test");
    deepEqual([...merged.clusters.keys()], ["lab"]);
    equal(merged.clusters.get("lab")?.value["server"], "https://10.9.9.9:6443");

    await Deno.writeTextFile(path("work/kubeconfig"), "old");
    equal((await get(["--merge=false", "-f"])).code, 0);
    equal(await read("work/kubeconfig"), second);
  });
});

/** Prompts that answer with the choice of a number, and record the questions. */
function choosePrompts(choice: number, questions: string[]): Prompts {
  return {
    confirm: () => Promise.reject(new Error("no confirmation expected")),
    text: () => Promise.reject(new Error("no text expected")),
    select: (question, choices) => {
      questions.push(question);
      return Promise.resolve(choices[choice]!);
    },
  };
}

Deno.test("kubeconfig prompts on a terminal to rename, overwrite or abort", async () => {
  await withNode(async ({ get, serve, read }) => {
    await get([]);
    const first = await read(".kube/config");
    await serve(kubeconfig("https://10.9.9.9:6443", "c2Vjb25k"));
    const runWithChoice = async (choice: number) => {
      const questions: string[] = [];
      const terminals = ["stdin", "stdout"] as const;
      const outcome = await get([], {
        terminals,
        wiring: { prompts: choosePrompts(choice, questions) },
      });
      return { ...outcome, questions };
    };
    const aborted = await runWithChoice(2);
    equal(aborted.code, 130);
    equal(aborted.stderr, "osctl: aborted; nothing was changed\n");
    deepEqual(aborted.questions, ['cluster "lab" exists with different content']);
    equal(await read(".kube/config"), first);

    const renamed = await runWithChoice(0);
    equal(renamed.code, 0);
    deepEqual(renamed.questions, ['cluster "lab" exists with different content']);
    deepEqual(namesIn(await read(".kube/config"))[0], ["lab", "lab-1"]);

    const overwritten = await runWithChoice(1);
    deepEqual(overwritten.questions, [
      'cluster "lab" exists with different content',
      'user "admin@lab" exists with different content',
    ]);
    equal(overwritten.code, 0);
  });
});

Deno.test("kubeconfig does not lock the file at a prompt, and prompts again after a change", async () => {
  await withNode(async ({ get, serve, read, path }) => {
    await get([]);
    await serve(kubeconfig("https://10.9.9.9:6443", "c2Vjb25k"));
    const questions: string[] = [];
    const prompts = choosePrompts(0, questions);
    const outcome = await get([], {
      terminals: ["stdin", "stdout"],
      wiring: {
        prompts: {
          ...prompts,
          select: async (question, choices) => {
            if (questions.length === 0) {
              await editKubeconfig(
                path(".kube/config"),
                fakeSystem({ clock: wallClock }),
                (editor) => editor.put("clusters", "lab-1", { server: "https://10.1.1.1:6443" }),
              );
            }
            return await prompts.select(question, choices);
          },
        },
      },
    });
    equal(outcome.code, 0);
    equal(outcome.stderr, `"${path(".kube/config")}" was changed by another process\n`);
    equal(questions.length, 2);
    deepEqual(namesIn(await read(".kube/config"))[0], ["lab", "lab-1", "lab-2"]);
  });
});

Deno.test("kubeconfig --force-context-name names the context, also in a new file", async () => {
  await withNode(async ({ get, read }) => {
    equal((await get(["new.yaml", "--force-context-name", "mine"])).code, 0);
    deepEqual(namesIn(await read("work/new.yaml")), [["lab"], ["admin@lab"], ["mine"], "mine"]);
    const { code, stderr } = await get(["--merge=false", "--force-context-name", "mine"]);
    equal(code, 2);
    match(stderr, /--force-context-name has no effect without a merge/);
  });
});

Deno.test("kubeconfig --merge=false writes to the working directory and keeps existing files", async () => {
  await withNode(async (node) => {
    equal((await node.get(["--merge=false"])).code, 0);
    equal(await node.read("work/kubeconfig"), kubeconfig());
    const { calls } = node;
    const { code, stderr } = await node.get(["--merge=false"]);
    equal(code, 1);
    equal(
      stderr,
      `osctl: "${node.path("work/kubeconfig")}" already exists; overwrite it with --force\n`,
    );
    equal(node.calls, calls, "no download for a file that must not be written");
  });
});

Deno.test("kubeconfig in a directory is named kubeconfig; missing parents are created", async () => {
  await withNode(async ({ get, read, path }) => {
    await Deno.mkdir(path("work/folder"));
    equal((await get(["folder"])).code, 0);
    equal(await read("work/folder/kubeconfig"), kubeconfig());
    equal((await get([path("a/b/config"), "-m=false"])).code, 0);
    equal(await read("a/b/config"), kubeconfig());
    equal((await Deno.stat(path("a"))).mode! & 0o777, 0o755);
  });
});

Deno.test("kubeconfig merges into the first writable file of KUBECONFIG", async () => {
  await withNode(async ({ get, read, path }) => {
    await Deno.writeTextFile(path("two"), kubeconfig().replaceAll("lab", "old"));
    const env = { KUBECONFIG: `/proc/none/one:${path("two")}:${path("three")}` };
    const { code, stdout } = await get([], { env });
    equal(code, 0);
    // kubectl finds the entries by KUBECONFIG.
    match(stdout, /^ {2}kubectl config delete-cluster lab$/m);
    deepEqual(namesIn(await read("two"))[0], ["old", "lab"]);
    const other = await get(["other.yaml"], { env });
    equal(other.code, 0);
    const merged = await get(["../two"], {});
    equal(merged.stdout, `"${path("two")}" is up to date\n`);
  });
});

Deno.test("kubeconfig - prints to stdout and writes no file", async () => {
  await withNode(async ({ get, path }) => {
    const { code, stdout, stderr } = await get(["-"]);
    deepEqual([code, stdout, stderr], [0, kubeconfig(), ""]);
    deepEqual([...Deno.readDirSync(path("work"))], []);
  });
});

Deno.test("kubeconfig rejects an archive with a link, or without a kubeconfig", async () => {
  await withNode(async ({ get, serve, serveBytes, path }) => {
    const rejected = async (reason: RegExp) => {
      const { code, stderr, stdout } = await get([]);
      deepEqual([code, stdout], [1, ""]);
      match(stderr, reason);
      ok(!stderr.includes("Zmlyc3Q="), "secrets are not printed");
      deepEqual([...Deno.readDirSync(path("work"))], []);
    };
    serveBytes(await archive(file("../../.bashrc", "x")));
    await rejected(/invalid archive: no file "kubeconfig"/);
    serveBytes(
      await archive({
        header: { name: "kubeconfig", size: 0, type: "symlink", linkname: "/etc/passwd" },
      }),
    );
    await rejected(/invalid archive: no file "kubeconfig"/);
    serveBytes(await archive(file("kubeconfig", "x".repeat(2 ** 20 + 1))));
    await rejected(/invalid archive: "kubeconfig" is larger than 1048576 bytes/);
    await serve("- Zmlyc3Q=\n");
    await rejected(/invalid kubeconfig: /);
    await serve("apiVersion: v1\nkind: Config\n");
    await rejected(/invalid kubeconfig: no contexts/);
    await serve(kubeconfig().replace("client-key-data: Z", "exec: { command: sh }\n    x-key: Z"));
    await rejected(/invalid kubeconfig: "exec" of user "admin@lab" refers to this machine/);
    serveBytes(new TextEncoder().encode("no archive"));
    await rejected(/invalid archive/);
  });
});

Deno.test("kubeconfig does not replace a file that exists as garbage", async () => {
  await withNode(async ({ get, read, path }) => {
    await Deno.mkdir(path(".kube"));
    await Deno.writeTextFile(path(".kube/config"), "clusters: [\n");
    const { code, stderr } = await get([]);
    equal(code, 1);
    match(stderr, /\.kube\/config:\d+:\d+: invalid YAML/);
    equal(await read(".kube/config"), "clusters: [\n");
  });
});

Deno.test("kubeconfig reports the node's error, and accepts one node", async () => {
  const failing = stream(MachineService.Kubeconfig, async function* () {
    await Promise.resolve();
    yield problem("no admin kubeconfig yet");
  });
  await withSandbox({ controlPlanes: 2, bindings: [failing] }, async ({ run, controlPlanes }) => {
    const [one, two] = controlPlanes.map(({ address }) => address);
    const { code, stderr } = await run(["kubeconfig", "-n", one!]);
    equal(code, 1);
    equal(stderr, `osctl: ${one}: no admin kubeconfig yet\n`);
    const both = await run(["kubeconfig", "-n", `${one},${two}`]);
    equal(both.code, 2);
    match(both.stderr, /"osctl kubeconfig" accepts one node, found 2/);
  });
});
