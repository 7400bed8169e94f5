/**
 * The npm package: TypeScript resolves and checks it as Node does, and Node runs it. `OSCTL_NODE` names
 * programs of Node 24 or newer, separated by colons; without it, `node` of the PATH.
 */
import { deepEqual, equal, match } from "node:assert/strict";
import ts from "typescript";
import { unpackTar } from "modern-tar";
import { startSandbox } from "../../api/sandbox.ts";
import { packLibrary } from "../../scripts/npm.ts";

/** A program of every exported function; the marked line is the only one with a type error. */
const PROGRAM = `
import { failuresOf, MachineService, openClient, type Resource } from "@osctl/osctl/client";
import { generateConfigs, patchConfig, validateConfig } from "@osctl/osctl/machineconfig";
import { readFileSync } from "node:fs";

const { worker } = await generateConfigs({ clusterName: "lab", endpoint: "https://10.0.0.10:6443" });
const text: string = patchConfig(worker, ["machine: { network: { hostname: worker-1 } }"]);
console.log(text.includes("hostname: worker-1"), validateConfig(text, { mode: "metal" }).length);
const client = openClient({ config: readFileSync("talosconfig", "utf8") });
const [first] = await client.call(MachineService.Version, {});
const tag: string | undefined = first?.value?.version?.tag;
console.log(tag);
for await (const member of client.list("members")) {
  const { id }: Resource = member;
  console.log(id);
}
try {
  await client.get(client.nodes[0] ?? "", "members", "absent");
} catch (error) {
  console.log(error instanceof Error, failuresOf(error).length);
}
client.close();
`;
const WRONG = `const wrong: number = worker; // wrong\nconsole.log(typeof wrong);\n`;

async function nodePrograms(): Promise<string[]> {
  const programs = (Deno.env.get("OSCTL_NODE") ?? "node").split(":");
  const isSupported = await Promise.all(programs.map(async (program) => {
    try {
      const { stdout } = await new Deno.Command(program, { args: ["--version"] }).output();
      const [, major] = /^v(\d+)/.exec(new TextDecoder().decode(stdout)) ?? [];
      return Number(major) >= 24;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }));
  return programs.filter((_, index) => isSupported[index]);
}

/** Installs the package below `folder`, with libraries from Deno's cache. */
async function install(folder: string): Promise<Set<string>> {
  const { path } = await packLibrary(folder);
  const zipped = (await Deno.open(path)).readable;
  const names = new Set<string>();
  const target = `${folder}/node_modules/@osctl/osctl`;
  for (
    const { header, data } of await unpackTar(zipped.pipeThrough(new DecompressionStream("gzip")))
  ) {
    const name = header.name.replace(/^package\//, "");
    names.add(name);
    await Deno.mkdir(`${target}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(`${target}/${name}`, data!);
  }
  const { dependencies } = JSON.parse(await Deno.readTextFile(`${target}/package.json`));
  await Deno.writeTextFile(
    `${folder}/package.json`,
    JSON.stringify({ type: "module", dependencies }),
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", "--node-modules-dir=manual"],
    cwd: folder,
  }).output();
  equal(success, true, new TextDecoder().decode(stderr));
  return names;
}

Deno.test("the npm package is checked by TypeScript and runs on Node", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-npm-" });
  try {
    const names = await install(folder);
    await t.step("it contains the library only", () => {
      deepEqual([...names].filter((name) => /^(commands|main|tests|lib\/cli\/)/.test(name)), []);
      for (const name of ["LICENSE", "README.md", "api/client.d.ts", "proto/gen/machine.js"]) {
        equal(names.has(name), true, name);
      }
    });
    await Deno.writeTextFile(`${folder}/right.mts`, PROGRAM);
    await Deno.writeTextFile(`${folder}/wrong.mts`, PROGRAM + WRONG);
    await t.step("TypeScript resolves and checks it as Node does", () => {
      const program = ts.createProgram([`${folder}/right.mts`, `${folder}/wrong.mts`], {
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        target: ts.ScriptTarget.ESNext,
        lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
        types: [],
      });
      const problems = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
        const line = file?.text.slice(start).split("\n", 1)[0] ?? "";
        return `${file?.fileName.replace(folder, "")}: ${line}: ${
          ts.flattenDiagnosticMessageText(messageText, " ")
        }`;
      }).filter((problem) => !problem.includes('"node:fs"'));
      equal(problems.length, 1, problems.join("\n"));
      match(problems[0]!, /^\/wrong\.mts: wrong: number = worker; \/\/ wrong: Type 'string'/);
    });
    const nodes = await nodePrograms();
    await t.step({
      name: nodes.length === 0 ? "Node runs it (skipped: no Node 24 or newer)" : "Node runs it",
      ignore: nodes.length === 0,
      async fn() {
        await using sandbox = await startSandbox({ name: "lab", workers: 1 });
        await Deno.writeTextFile(`${folder}/talosconfig`, sandbox.clientConfig);
        for (const node of nodes) {
          const { success, stdout, stderr } = await new Deno.Command(node, {
            args: ["right.mts"],
            cwd: folder,
          }).output();
          const decoder = new TextDecoder();
          equal(success, true, `${node}: ${decoder.decode(stderr)}`);
          match(
            decoder.decode(stdout),
            /^true 0\nv1\.\d+\.\S+\nlab-controlplane-1\nlab-worker-1\ntrue 1\n$/,
          );
        }
      },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
