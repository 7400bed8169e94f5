/** Sparse files: those that GNU tar writes, and hostile maps. */
import assert from "node:assert/strict";
import { ArchiveError } from "../../../../lib/platform/tar/archive_error.ts";
import { readTar } from "../../../../lib/platform/tar/read_tar.ts";
import { readContent } from "../../../../lib/platform/tar/tar_gz.ts";
import { unpackTarGz } from "../../../../lib/platform/unpack.ts";
import { programTest } from "../../../helpers/programs.ts";
import { isInstalled } from "../../../helpers/terminal.ts";
import { concat, GNU_MAGIC, gzip, octal, paxRecords } from "../../../helpers/tar.ts";
import { type RawEntry, rawTar } from "../../../helpers/tar.ts";

async function* once(bytes: Uint8Array) {
  await Promise.resolve();
  yield bytes;
}

/** Content of all entries, with holes as dots. */
async function read(...entries: readonly (RawEntry | Uint8Array)[]): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of readTar(once(rawTar(...entries)))) {
    const text = new TextDecoder().decode(await readContent(entry)).replaceAll("\0", ".");
    found.push(`${entry.name}: ${text}`);
  }
  return found;
}

const pax = (...records: readonly (readonly [string, string])[]): RawEntry => ({
  name: "x",
  flag: "x",
  data: paxRecords(...records),
});
const extents = (...numbers: readonly number[]) => numbers.map(octal).join("");
const realSize = (size: number) => [483, octal(size)] as const;

/** A file of type S with up to four extents, and whether its map continues. */
const gnu = (map: string | Uint8Array, size: number, data: string, hasMore = false): RawEntry => ({
  name: "s",
  flag: "S",
  magic: GNU_MAGIC,
  data,
  fields: [[386, map], [482, hasMore ? "\x01" : "\0"], realSize(size)],
});

const LAST: RawEntry = { name: "last", data: "z" };

Deno.test("all sparse formats are expanded", async () => {
  const map1 = "2\n2\n3\n8\n2\n".padEnd(512, "\0");
  const V1 = [["GNU.sparse.major", "1"], ["GNU.sparse.minor", "0"]] as const;
  const files: Record<string, RawEntry[]> = {
    "GNU S": [gnu(extents(2, 3, 8, 2, 12, 0), 12, "abcde")],
    "PAX 0.0": [
      pax(
        ["GNU.sparse.size", "12"],
        ["GNU.sparse.numblocks", "2"],
        ...["2", "3", "8", "2"].map((value, index) =>
          [`GNU.sparse.${index % 2 ? "numbytes" : "offset"}`, value] as const
        ),
      ),
      { name: "s", data: "abcde" },
    ],
    "PAX 0.1": [
      pax(
        ["GNU.sparse.size", "12"],
        ["GNU.sparse.map", "2,3,8,2"],
        ["GNU.sparse.name", "s"],
      ),
      { name: "GNUSparseFile.0/s", data: "abcde" },
    ],
    "PAX 1.0": [
      pax(...V1, ["GNU.sparse.name", "s"], ["GNU.sparse.realsize", "12"]),
      { name: "GNUSparseFile.0/s", data: `${map1}abcde` },
    ],
    "PAX 1.0 with a size": [
      pax(...V1, ["GNU.sparse.name", "s"], ["GNU.sparse.realsize", "12"], ["size", "517"]),
      { name: "GNUSparseFile.0/s", data: `${map1}abcde`, size: 0 },
    ],
  };
  for (const [format, entries] of Object.entries(files)) {
    assert.deepEqual(await read(...entries, LAST), ["s: ..abc...de..", "last: z"], format);
  }
  const hole = await read(gnu("", 3, ""), LAST);
  assert.deepEqual(hole, ["s: ...", "last: z"], "a file without data");
});

Deno.test("a map of GNU tar continues in further blocks", async () => {
  const all = Array.from({ length: 30 }, (_, index) => [2 * index, 1]);
  const block = (from: number, to: number, hasMore: boolean) => {
    const bytes = new Uint8Array(512);
    bytes.set(new TextEncoder().encode(extents(...all.slice(from, to).flat())));
    bytes[504] = hasMore ? 1 : 0;
    return bytes;
  };
  const data = "d".repeat(30);
  const header = rawTar({ ...gnu(extents(...all.slice(0, 4).flat()), 60, "", true), size: 30 });
  const content = new Uint8Array(512);
  content.set(new TextEncoder().encode(data));
  const found = await read(
    concat(header.subarray(0, 512), block(4, 25, true), block(25, 30, false), content),
    LAST,
  );
  assert.deepEqual(found, [`s: ${"d.".repeat(30)}`, "last: z"]);
});

Deno.test("hostile maps are rejected", async () => {
  const MAP = /^invalid map of a sparse file$/;
  const v1 = (map: string, size = "12", data = "") => [
    pax(
      ["GNU.sparse.major", "1"],
      ["GNU.sparse.minor", "0"],
      ["GNU.sparse.realsize", size],
    ),
    { name: "s", data: map.padEnd(Math.ceil(map.length / 512) * 512, "\0") + data },
  ];
  const v0 = (map: string, size = "12", data = "abc") => [
    pax(["GNU.sparse.size", size], ["GNU.sparse.map", map]),
    { name: "s", data },
  ];
  const cases: [RegExp, RawEntry[]][] = [
    [MAP, v0("4,2,3,1")],
    [MAP, v0("0,2,1,1")],
    [MAP, v0("11,3")],
    [MAP, v0("1,2,3")],
    [/does not match its data$/, v0("0,2")],
    [/does not match its data$/, v0("0,4")],
    [/^invalid offset of a sparse file "-1"$/, v0("-1,3")],
    [/^invalid length of a sparse file "-3"$/, v0("1,-3")],
    [/^length of a sparse file is too large$/, v0(`1,${"9".repeat(20)}`)],
    [/^invalid size of a sparse file "-12"$/, v0("0,3", "-12")],
    [MAP, [gnu(extents(4, 3, 2, 3), 12, "abcdef")]],
    [MAP, [gnu(extents(10, 3), 12, "abc")]],
    [/^sparse file of an unknown format$/, [{ ...gnu("", 0, ""), magic: "ustar\x0000" }]],
    [/^negative offset/, [gnu(new Uint8Array(24).fill(0xff), 12, "abc")]],
    [/^unknown sparse format 2\.0$/, [
      pax(["GNU.sparse.major", "2"], ["GNU.sparse.minor", "0"]),
      { name: "s" },
    ]],
    [/^invalid count of extents "-1"$/, v1("-1\n")],
    [/^invalid count of extents ""$/, v1("\n")],
    [/^invalid size of a sparse file ""$/, v1("0\n", "")],
    [/^invalid map of a sparse file$/, v1("1".repeat(1024))],
    [/^map of a sparse file is too large$/, v1("999999999\n" + "0\n".repeat(600_000))],
    [/does not match its data$/, v1("1\n0\n3\n", "12", "ab")],
  ];
  for (const [reason, entries] of cases) {
    await assert.rejects(read(...entries), (error) => {
      assert.ok(error instanceof ArchiveError, `${reason}: ${error}`);
      assert.match(error.message, reason);
      return true;
    });
  }
});

const NAME = "sparse files of GNU tar are extracted as it does, with their holes";

/** Whether tar is GNU tar, which alone packs sparse files in these formats. */
async function isGnuTar(): Promise<boolean> {
  if (!isInstalled("tar")) return false;
  const { stdout } = await new Deno.Command("tar", { args: ["--version"] }).output();
  return /GNU tar/.test(new TextDecoder().decode(stdout));
}

Deno.test({
  ...await isGnuTar() ? programTest(NAME) : programTest(NAME, "GNU tar"),
}, async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-sparse-" });
  try {
    await Deno.mkdir(`${folder}/from`);
    const STEP = 64 * 1024;
    for (const [name, ends] of [["one", [5]], ["many", Array.from({ length: 60 }, (_, i) => i)]]) {
      using file = await Deno.open(`${folder}/from/${name}`, { create: true, write: true });
      for (const at of ends as number[]) {
        await file.seek(at * STEP, Deno.SeekMode.Start);
        await file.write(new TextEncoder().encode(`data at ${at}`));
      }
      await file.truncate(64 * STEP);
    }
    await Deno.writeTextFile(`${folder}/from/plain`, "plain");
    const formats = [
      ["--format=gnu"],
      ...["0.0", "0.1", "1.0"].map((version) => ["--format=pax", `--sparse-version=${version}`]),
    ];
    for (const [index, format] of formats.entries()) {
      const archive = `${folder}/${index}.tar`;
      const packed = await new Deno.Command("tar", {
        args: ["-cSf", archive, ...format, "-C", `${folder}/from`, "."],
      }).output();
      assert.ok(packed.success);
      assert.ok((await Deno.stat(archive)).size < 32 * STEP, "the archive is sparse");
      const target = `${folder}/to-${index}`;
      const errors = await unpackTarGz(once(await gzip(await Deno.readFile(archive))), {
        path: target,
      });
      assert.deepEqual(errors, []);
      for (const name of ["one", "many", "plain"]) {
        const [from, to] = await Promise.all(
          [`${folder}/from/${name}`, `${target}/${name}`].map((path) => Deno.readFile(path)),
        );
        assert.equal(from!.length, to!.length);
        const differs = from!.some((byte, at) => byte !== to![at]);
        assert.ok(!differs, `${format}: ${name}`);
      }
      const { blocks } = await Deno.stat(`${target}/one`);
      assert.ok(blocks! * 512 < 32 * STEP, `${blocks} blocks: the holes are kept`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
