import assert from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { createSecrets, planFree, startCluster } from "../../../lib/sandbox/mod.ts";
import { wallClock } from "../../helpers/fake_system.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

/** Contents of a corrupt file, besides one that is cut in half. */
const DAMAGES: Readonly<Record<string, string>> = {
  "an empty file": "",
  "null": "null",
  "a list": "[1, 2]",
  "a text": '"x"',
  "other fields": '{"members": 1}',
  "binary data": "\0\xff",
};

/** Yields the paths of the files below a folder. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

Deno.test("a corrupt state file is an error with its path, or read as far as it is whole", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const secrets = await createSecrets({ clock: wallClock, random });
    const { sockets } = planFree(2, random);
    const spec = {
      name: "test",
      secrets,
      nodesFolder: `${folder}/nodes`,
      nodes: [
        { ...sockets[0]!, name: "one", type: "controlplane", configured: true } as const,
        { ...sockets[1]!, name: "two", type: "worker", configured: true } as const,
      ],
    };
    await Deno.mkdir(spec.nodesFolder);
    const start = () => startCluster(spec, { clock: wallClock, random });
    const first = await start();
    await first.stop();
    const line = {
      revision: 1,
      resource: "namespaces",
      key: "a",
      object: { metadata: { name: "a" } },
    };
    await Deno.writeTextFile(`${spec.nodesFolder}/kubernetes.jsonl`, `${JSON.stringify(line)}\n`);
    const originals = new Map<string, Uint8Array>();
    for await (const path of filesBelow(folder)) {
      if (/\/logs\//.test(path)) continue;
      originals.set(path, await Deno.readFile(path));
    }
    const names = [...originals.keys()].map((path) => path.slice(spec.nodesFolder.length + 1));
    for (const name of ["etcd.json", "kubernetes.jsonl", "one/node.json", "two/config.yaml"]) {
      assert.ok(names.includes(name), `${name} is not among ${names}`);
    }
    const history = `${spec.nodesFolder}/history.jsonl`;
    await Deno.writeTextFile(history, "null\n");
    await assert.rejects(first.readHistory(), { message: `"${history}" is corrupt` });
    for (const [path, original] of originals) {
      const half = original.subarray(0, original.length / 2);
      const damages = [...Object.entries(DAMAGES), ["half of the file", half] as const];
      for (const [name, content] of damages) {
        await t.step(`${path.slice(spec.nodesFolder.length + 1)}: ${name}`, async () => {
          if (typeof content === "string") await Deno.writeTextFile(path, content);
          else await Deno.writeFile(path, content);
          const outcome = await start().catch((error: unknown) => error);
          if (outcome instanceof Error) {
            assert.ok(outcome instanceof OsctlError, outcome.stack);
            assert.ok(outcome.message.startsWith(`"${path}" is corrupt`), outcome.message);
          } else {
            await (outcome as Awaited<ReturnType<typeof start>>).stop();
            // A crash cuts the last line of these; no other file is optional.
            assert.match(path, /\.jsonl$/);
          }
          for (const [other, bytes] of originals) await Deno.writeFile(other, bytes);
        });
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
