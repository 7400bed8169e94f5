import { deepEqual, equal } from "node:assert/strict";
import { type machine, MachineService } from "../../../../proto/machine.ts";
import { callAll } from "./call.ts";
import { output, withFolder } from "./folder.ts";

async function usage(request: machine.IDiskUsageRequest): Promise<[string, number][]> {
  const answers = await callAll(MachineService.DiskUsage, request);
  return answers.map(({ relativeName, size }) => [relativeName, size.toNumber()]);
}

/** Creates a tree; `own` returns the size of a folder itself, which depends on the file system. */
async function withTree(
  body: (folder: string, own: (name: string) => number) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a/b`, { recursive: true });
    await Deno.mkdir(`${folder}/z`);
    await Deno.writeFile(`${folder}/a/b/large`, new Uint8Array(100_000));
    await Deno.writeFile(`${folder}/a/small`, new Uint8Array(10));
    await Deno.writeFile(`${folder}/top`, new Uint8Array(7));
    await body(folder, (name) => Deno.statSync(`${folder}/${name}`).size);
  });
}

Deno.test("DiskUsage returns cumulative sizes, each folder after its content", async () => {
  await withTree(async (folder, own) => {
    const b = own("a/b") + 100_000;
    const a = b + own("a") + 10;
    deepEqual(await usage({ paths: [folder] }), [
      ["a/b", b],
      ["a", a],
      ["z", own("z")],
      [".", a + own("z") + own(".") + 7],
    ]);
  });
});

Deno.test("DiskUsage applies the recursion depth and lists files on request", async () => {
  await withTree(async (folder) => {
    const names = async (request: machine.IDiskUsageRequest) =>
      (await usage({ paths: [folder], ...request })).map(([name]) => name);
    deepEqual(await names({ recursionDepth: 1 }), ["."]);
    deepEqual(await names({ recursionDepth: 2 }), ["a", "z", "."]);
    deepEqual(await names({ recursionDepth: 2, all: true }), ["a", "top", "z", "."]);
    deepEqual(await names({ all: true }), ["a/b/large", "a/b", "a/small", "a", "top", "z", "."]);
    deepEqual(await names({ all: true, threshold: 50_000 }), ["a/b/large", "a/b", "a", "."]);
    deepEqual(await names({ all: true, threshold: -50 }), ["a/small", "top"]);
  });
});

Deno.test("DiskUsage continues after a missing path", async () => {
  await withTree(async (folder, own) => {
    const paths = [`${folder}/z`, "/nope", `${folder}/z/`];
    const answers = await callAll(MachineService.DiskUsage, { paths });
    deepEqual(answers.map(({ name, size, error }) => [name, size.toNumber(), error]), [
      [`${folder}/z`, own("z"), ""],
      ["/nope", 0, "lstat /nope: no such file or directory"],
      [`${folder}/z`, own("z"), ""],
    ]);
  });
});

Deno.test("DiskUsage reports a single file when files are requested", async () => {
  await withTree(async (folder) => {
    deepEqual(await usage({ paths: [`${folder}/top`], all: true }), [["top", 7]]);
    deepEqual(await usage({ paths: [`${folder}/top`] }), []);
  });
});

Deno.test("DiskUsage agrees with du", async () => {
  const lines = (await output("du", ["-b", "-l", "/usr/share/doc"])).trimEnd().split("\n");
  const expected = lines.map((line) => line.split("\t") as [string, string]);
  const answers = await callAll(MachineService.DiskUsage, { paths: ["/usr/share/doc"] });
  const found = answers.map(({ name, size }) => [String(size), name]);
  equal(found.length, expected.length);
  deepEqual(found.toSorted(), expected.toSorted());
});
