/** Every example of `docs/library.md` and of the entries' module comments runs on a sandbox. */
import { equal, match, ok } from "node:assert/strict";
import { startSandbox } from "../../api/sandbox.ts";
import { listEntries } from "../../scripts/api.ts";

const root = new URL("../..", import.meta.url);

interface Example {
  readonly name: string;
  readonly code: string;
}

async function examplesOf(path: string): Promise<Example[]> {
  const text = await Deno.readTextFile(new URL(path, root));
  const plain = text.replaceAll(/^ \* ?/gm, "");
  return [...plain.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""], index) => ({
    name: `${path} #${index + 1}`,
    code,
  }));
}

const paths = ["docs/library.md", ...await listEntries()];
const examples = (await Promise.all(paths.map(examplesOf))).flat();

/** What the output of an example must contain, by a name that it imports. */
const OUTPUTS: readonly (readonly [code: RegExp, output: RegExp])[] = [
  [/MachineService\.Version/, /^127\.\S+ v1\.\d+\.\d+/m],
  [/runRolling/, /^complete cluster all nodes are done$/m],
  [/planRolling/, /^1 lab-controlplane-1 reboot$/m],
  [/startSandbox/, /^sandbox-worker-2$/m],
  [/client\.watch/, /^created kubelet \d+$/m],
  [/MachineService\.Logs/, /kubelet/],
  [/problems\.length/, /^true\n$/],
  [/patchConfig/, /^$/],
];

Deno.test("each entry and the page of the library have examples", () => {
  for (const path of paths) ok(examples.some(({ name }) => name.startsWith(path)), path);
});

Deno.test("the examples of the library run", async (t) => {
  await using sandbox = await startSandbox({ name: "lab", controlPlanes: 2 });
  const folder = await Deno.makeTempDir({ prefix: "osctl-library-" });
  try {
    await Deno.writeTextFile(`${folder}/talosconfig`, sandbox.clientConfig);
    const [one, two] = sandbox.nodes;
    const files = await Promise.all(examples.map(async ({ code }, index) => {
      const here = code.replaceAll(
        /"@osctl\/osctl\/(\w+)"/g,
        (_, entry) => JSON.stringify(new URL(`api/${entry}.ts`, root).href),
      ).replaceAll("10.0.0.2", one!.address).replaceAll("10.0.0.3", two!.address);
      const path = `${folder}/example_${index}.ts`;
      await Deno.writeTextFile(path, here);
      return path;
    }));
    const deno = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args,
        cwd: folder,
      }).output();
      const decoder = new TextDecoder();
      equal(code, 0, decoder.decode(stderr));
      return decoder.decode(stdout);
    };
    const config = `--config=${new URL("deno.json", root).pathname}`;
    await t.step("they pass the type check", async () => {
      await deno("check", "--quiet", config, ...files);
    });
    for (const [index, { name, code }] of examples.entries()) {
      await t.step(name, async () => {
        const output = await deno("run", "--quiet", "--no-check", "-A", config, files[index]!);
        const [, expected] = OUTPUTS.find(([part]) => part.test(code)) ?? [];
        match(output, expected ?? /\S/);
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
