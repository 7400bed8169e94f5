import { deepEqual, equal } from "node:assert/strict";
import {
  BLOCK_SIZE,
  createEndOfArchive,
  encodeTarHeader,
  paddingSize,
  type TarMember,
  TYPE_FLAG,
} from "../../../../lib/sandbox/machine/tar_header.ts";
import { splitDeviceNumber, toUnixSeconds } from "../../../../lib/sandbox/machine/tar_member.ts";
import { parseAccounts } from "../../../../lib/sandbox/machine/tar_member.ts";
import { joinBytes, output, withFolder } from "./folder.ts";
import { testWith } from "../../../helpers/programs.ts";

const test = testWith("tar");

const PLAIN: TarMember = {
  type: TYPE_FLAG.FILE,
  name: "name",
  mode: 0o644,
  uid: 0,
  gid: 0,
  user: "root",
  group: "root",
  size: 0,
  modified: 0,
  link: "",
  deviceMajor: 0,
  deviceMinor: 0,
};

/** Returns the listing by tar of an archive of these members, which have no content. */
async function listing(members: Partial<TarMember>[]): Promise<string[]> {
  const blocks = members.map((member) => encodeTarHeader({ ...PLAIN, ...member }));
  let text = "";
  await withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/a.tar`, joinBytes([...blocks, createEndOfArchive()]));
    text = await output("tar", ["-tvf", `${folder}/a.tar`, "--utc", "--full-time"]);
  });
  return text.trimEnd().split("\n").map((line) => line.replaceAll(/ +/g, " "));
}

test("encodeTarHeader() writes type, mode, owner, time and device numbers that tar reads", async () => {
  deepEqual(
    await listing([
      { modified: 1_000_000_000, user: "me", group: "us", mode: 0o4755 },
      { type: TYPE_FLAG.DIRECTORY, name: "d/", mode: 0o1777 },
      { type: TYPE_FLAG.SYMLINK, name: "l", link: "to/there", mode: 0o777 },
      { type: TYPE_FLAG.CHARACTER_DEVICE, name: "c", deviceMajor: 1, deviceMinor: 3 },
      { type: TYPE_FLAG.BLOCK_DEVICE, name: "b", deviceMajor: 253, deviceMinor: 65536 },
      { type: TYPE_FLAG.PIPE, name: "p" },
    ]),
    [
      "-rwsr-xr-x me/us 0 2001-09-09 01:46:40 name",
      "drwxrwxrwt root/root 0 1970-01-01 00:00:00 d/",
      "lrwxrwxrwx root/root 0 1970-01-01 00:00:00 l -> to/there",
      "crw-r--r-- root/root 1,3 1970-01-01 00:00:00 c",
      "brw-r--r-- root/root 253,65536 1970-01-01 00:00:00 b",
      "prw-r--r-- root/root 0 1970-01-01 00:00:00 p",
    ],
  );
});

test("encodeTarHeader() stores large sizes, ids and times in pax records", async () => {
  const members = [
    { uid: 4_000_000_000, gid: 3_000_000_000, user: "", group: "" },
    { name: "old", modified: -86_400 },
    { name: "future", modified: 10_000_000_000 },
  ];
  deepEqual(await listing(members), [
    "-rw-r--r-- 4000000000/3000000000 0 1970-01-01 00:00:00 name",
    "-rw-r--r-- root/root 0 1969-12-31 00:00:00 old",
    "-rw-r--r-- root/root 0 2286-11-20 17:46:40 future",
  ]);
  const large = encodeTarHeader({ ...PLAIN, size: 2 ** 33 });
  const text = new TextDecoder().decode(large);
  equal(large.length, 3 * BLOCK_SIZE);
  equal(text.includes("19 size=8589934592\n"), true);
  equal(encodeTarHeader({ ...PLAIN, size: 2 ** 33 - 1 }).length, BLOCK_SIZE);
});

Deno.test("encodeTarHeader() counts pax record lengths in bytes, including the digits", () => {
  for (let length = 90; length < 120; length++) {
    const name = `ü${"x".repeat(length)}`;
    const text = new TextDecoder().decode(encodeTarHeader({ ...PLAIN, name }));
    const record = new RegExp(`([0-9]+) path=${name}\n`).exec(text);
    equal(Number(record?.[1]), new TextEncoder().encode(record?.[0]).length);
  }
});

Deno.test("paddingSize() returns the rest of the last block", () => {
  deepEqual([0, 1, 511, 512, 513].map(paddingSize), [0, 511, 1, 0, 511]);
});

Deno.test("splitDeviceNumber() reverses makedev(3)", () => {
  deepEqual(splitDeviceNumber(259), { major: 1, minor: 3 });
  deepEqual(splitDeviceNumber(0x0010_fd00), { major: 253, minor: 256 });
});

Deno.test("toUnixSeconds() rounds down and accepts invalid dates", () => {
  equal(toUnixSeconds(new Date(1999)), 1);
  equal(toUnixSeconds(new Date(-1)), -1);
  equal(toUnixSeconds(new Date(NaN)), 0);
  equal(toUnixSeconds(null), 0);
});

Deno.test("parseAccounts() keeps the first name of an id", () => {
  const text = "root:x:0:0:root:/root:/bin/sh\ntoor:x:0:0::/:\n\nbroken\nme:x:1000:\n+::nis:\n";
  deepEqual([...parseAccounts(text)], [[0, "root"], [1000, "me"]]);
});
