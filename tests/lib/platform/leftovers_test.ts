import { deepEqual } from "node:assert/strict";
import { writeFileAtomic } from "../../../lib/platform/files.ts";
import { takeRemovedLeftovers } from "../../../lib/platform/leftovers.ts";

async function withTempDir(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const HOUR_MS = 60 * 60 * 1000;

async function create(path: string, ageMs: number): Promise<void> {
  await Deno.writeTextFile(path, "secret", { mode: 0o600 });
  const time = new Date(Date.now() - ageMs);
  await Deno.utime(path, time, time);
}

const namesIn = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();

Deno.test("a write removes the temporary files of terminated processes in its folder, by age", () =>
  withTempDir(async (folder) => {
    const gone = [
      "config.0a1b2c3d.tmp",
      "other.yaml.ffffffff.tmp",
      "set.yaml.0a1b2c3d.new",
      "set.yaml.0a1b2c3d.new.99999999.tmp",
      "kept.yaml.0a1b2c3d.old",
      `.${crypto.randomUUID()}.tmp`,
    ];
    const stays = [
      "kept.yaml",
      // Its target is missing: the previous content exists nowhere else.
      "moved.yaml.0a1b2c3d.old",
      "notes.tmp",
      "notes.2024.tmp",
      "0a1b2c3d.tmp",
    ];
    for (const name of [...gone, ...stays]) await create(`${folder}/${name}`, 2 * HOUR_MS);
    await create(`${folder}/young.0a1b2c3d.tmp`, HOUR_MS / 2);
    await Deno.mkdir(`${folder}/folder.0a1b2c3d.tmp`);
    await Deno.symlink("notes.tmp", `${folder}/link.0a1b2c3d.tmp`);
    takeRemovedLeftovers();
    await writeFileAtomic(`${folder}/config`, "new", { mode: 0o600 });
    deepEqual(
      takeRemovedLeftovers().toSorted(),
      gone.map((name) => `${folder}/${name}`).toSorted(),
    );
    deepEqual(
      await namesIn(folder),
      ["config", "folder.0a1b2c3d.tmp", "link.0a1b2c3d.tmp", "young.0a1b2c3d.tmp", ...stays]
        .toSorted(),
    );
    // Once per folder and process.
    await create(`${folder}/config.0a1b2c3d.tmp`, 2 * HOUR_MS);
    await writeFileAtomic(`${folder}/config`, "newer", { mode: 0o600 });
    deepEqual(takeRemovedLeftovers(), []);
  }));

Deno.test({
  name: "a write leaves the temporary files of another user",
  ignore: Deno.build.os !== "linux" || Deno.uid() !== 0,
  fn: () =>
    withTempDir(async (folder) => {
      const path = `${folder}/config.0a1b2c3d.tmp`;
      await create(path, 2 * HOUR_MS);
      await Deno.chown(path, 12345, 12345);
      await writeFileAtomic(`${folder}/config`, "new", { mode: 0o600 });
      deepEqual(await namesIn(folder), ["config", "config.0a1b2c3d.tmp"]);
    }),
});

Deno.test("a write leaves such names in a folder of all users", () =>
  withTempDir(async (folder) => {
    await Deno.chmod(folder, 0o1777);
    await create(`${folder}/config.0a1b2c3d.tmp`, 2 * HOUR_MS);
    await writeFileAtomic(`${folder}/config`, "new", { mode: 0o600 });
    deepEqual(await namesIn(folder), ["config", "config.0a1b2c3d.tmp"]);
  }));
