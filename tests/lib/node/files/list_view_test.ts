import assert from "node:assert/strict";
import {
  type FileEntry,
  type ListRenderOptions,
  listView,
} from "../../../../lib/node/files/list_view.ts";

const NOW = new Date(2026, 10, 21, 7, 44, 0).getTime();
const LOOK: ListRenderOptions = { long: true, humanize: false, labels: true, now: NOW };
const link: FileEntry = {
  name: "/etc/mtab",
  relativeName: "mtab",
  size: { low: 12, high: 0, unsigned: false },
  mode: 0x0800_01ff,
  modified: NOW / 1000 - 120,
  uid: 1,
  gid: 2,
  link: "/proc/mounts",
  xattrs: [
    { name: "user.x", data: new Uint8Array([120]) },
    { name: "security.selinux", data: new TextEncoder().encode("system_u:object_r:etc_t:s0\0") },
  ],
};

const cells = (look: Partial<ListRenderOptions>, entry: FileEntry) =>
  listView({ ...LOOK, ...look }).columns.map(({ header, cell }) => [header, cell(entry)]);

Deno.test("a short listing has names only", () => {
  assert.deepEqual(cells({ long: false }, link), [["NAME", "mtab"]]);
});

Deno.test("a long listing has the columns of talosctl", () => {
  assert.deepEqual(cells({}, link), [
    ["MODE", "Lrwxrwxrwx"],
    ["UID", "1"],
    ["GID", "2"],
    ["SIZE(B)", "12"],
    ["LASTMOD", "Nov 21 07:42:00"],
    ["LABEL", "system_u:object_r:etc_t:s0"],
    ["NAME", "mtab -> /proc/mounts"],
  ]);
});

Deno.test("humanised sizes have units, times are relative", () => {
  const shown = Object.fromEntries(cells({ humanize: true }, link));
  assert.equal(shown["SIZE(B)"], "12 B");
  assert.equal(shown["LASTMOD"], "2 minutes ago");
});

Deno.test("v1.4 has no LABEL column", () => {
  assert.deepEqual(cells({ labels: false }, link).map(([header]) => header), [
    ...["MODE", "UID", "GID", "SIZE(B)", "LASTMOD", "NAME"],
  ]);
});

Deno.test("records have all fields, whatever the options", () => {
  const record = (entry: FileEntry) =>
    Object.entries(listView({ ...LOOK, long: false }).fields).map(([name, value]) => [
      name,
      value(entry),
    ]);
  assert.deepEqual(record(link), [
    ["name", "mtab"],
    ["path", "/etc/mtab"],
    ["type", "symlink"],
    ["mode", "Lrwxrwxrwx"],
    ["permissions", "0777"],
    ["uid", 1],
    ["gid", 2],
    ["size", 12],
    ["modified", new Date(NOW - 120_000).toISOString().replace(".000", "")],
    ["link", "/proc/mounts"],
    ["label", "system_u:object_r:etc_t:s0"],
  ]);
  const empty = Object.fromEntries(record({}));
  assert.equal(empty["link"], null);
  assert.equal(empty["label"], null);
  assert.equal(empty["size"], 0);
});
