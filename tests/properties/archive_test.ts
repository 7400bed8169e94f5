/** Extraction of hostile tar archives. */
import { deepStrictEqual, ok } from "node:assert/strict";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { packTar, type TarHeader } from "modern-tar";
import { OsctlError } from "../../lib/errors.ts";
import { unpackTarGz } from "../../lib/platform/unpack.ts";
import { checkProperty } from "../helpers/check_property.ts";

const part = fc.constantFrom("a", "b", "..", ".", "", "link", "\x1b[2J", "日本", "n".repeat(120));
const name = fc.tuple(fc.boolean(), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([isAbsolute, parts]) => (isAbsolute ? "/" : "") + parts.join("/"));
const entry = fc.record({
  name,
  type: fc.constantFrom<NonNullable<TarHeader["type"]>>(
    ...["file", "file", "directory", "symlink", "link", "character-device", "fifo"] as const,
  ),
  mode: fc.constantFrom(0o644, 0o755, 0o4755, 0o6777, 0o7777),
  linkname: fc.constantFrom("a", "/etc/passwd", "../../outside", ".."),
  content: fc.string({ maxLength: 20 }),
});

async function pack(entries: readonly (Partial<TarHeader> & { name: string; content: string })[]) {
  return await packTar(entries.map(({ content, type = "file", ...header }) => {
    const body = new TextEncoder().encode(content);
    return type === "file"
      ? { header: { ...header, type, size: body.length }, body }
      : { header: { ...header, type, size: 0 } };
  }));
}

const compress = (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(gzipSync(bytes));

/** A file system in memory, where there is one: each case creates and removes a folder. */
const MEMORY = "/dev/shm";
const dir = existsSync(MEMORY) ? { dir: MEMORY } : {};

/** Lists a folder recursively, without following links. */
function list(folder: string, prefix = ""): { path: string; info: Deno.FileInfo }[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name }) => {
    const info = Deno.lstatSync(`${folder}/${name}`);
    const path = prefix + name;
    return [
      { path, info },
      ...(info.isDirectory ? list(`${folder}/${name}`, `${path}/`) : []),
    ];
  });
}

async function* once(bytes: Uint8Array) {
  await Promise.resolve();
  yield bytes;
}

/** The outcome of an extraction into the folder `target`, next to a file that must not change. */
async function extract<T>(
  archive: Uint8Array,
  inspect: (target: string) => T,
): Promise<{ found: T | undefined; error: unknown }> {
  const folder = await Deno.makeTempDir({ ...dir, prefix: "osctl-archive-" });
  try {
    await Deno.writeTextFile(`${folder}/outside`, "unchanged");
    let error: unknown;
    await unpackTarGz(once(archive), { path: `${folder}/target` }).catch((caught) => {
      error = caught;
    });
    ok(error === undefined || error instanceof OsctlError, String(error));
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    deepStrictEqual(names.filter((name) => name !== "target"), ["outside"]);
    deepStrictEqual(await Deno.readTextFile(`${folder}/outside`), "unchanged");
    await makeReadable(folder);
    const found = names.includes("target") ? inspect(`${folder}/target`) : undefined;
    return { found, error };
  } finally {
    await makeReadable(folder);
    await Deno.remove(folder, { recursive: true });
  }
}

/** Makes the folders of an extraction readable and removable for others than root, too. */
async function makeReadable(folder: string): Promise<void> {
  await Deno.chmod(folder, (await Deno.lstat(folder)).mode! | 0o700);
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await makeReadable(`${folder}/${name}`);
  }
}

checkProperty(
  "an archive creates files, folders and links below its folder only, without special modes",
  fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (entries) => {
    const { found = [] } = await extract(compress(await pack(entries)), list);
    for (const { path, info } of found) {
      ok(info.isFile || info.isDirectory || info.isSymlink, path);
      if (!info.isSymlink) ok((info.mode! & 0o7000) === 0, `${path} ${info.mode!.toString(8)}`);
      if (info.isFile) ok(info.nlink === 1, path);
    }
  }),
);

const readFiles = (folder: string) =>
  [...Deno.readDirSync(folder)].map(({ name }) =>
    [name, Deno.readTextFileSync(`${folder}/${name}`)] as const
  );

checkProperty(
  "a truncated archive is an error, and leaves whole files only",
  fc.asyncProperty(
    fc.array(fc.nat(5000), { minLength: 1, maxLength: 4 }),
    fc.nat(),
    async (sizes, at) => {
      const contents = sizes.map((size, index) => String(index).repeat(size));
      const packed = await pack(
        contents.map((content, index) => ({ name: `f${index}`, mode: 0o644, content })),
      );
      const archive = compress(packed);
      const { found = [], error } = await extract(archive.slice(0, at % archive.length), readFiles);
      ok(error !== undefined, `${at % archive.length} of ${archive.length} bytes`);
      for (const [name, content] of found) {
        deepStrictEqual(content, contents[Number(name.slice(1))], name);
      }
    },
  ),
);

checkProperty(
  "a changed archive is extracted or an error",
  fc.asyncProperty(
    fc.array(entry, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    async (entries, changes, isCompressed) => {
      const packed = await pack(entries);
      const change = (bytes: Uint8Array<ArrayBuffer>) => {
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes;
      };
      await extract(
        isCompressed ? change(compress(packed)) : compress(change(packed)),
        list,
      );
    },
  ),
);
