/**
 * Homes of tests that were killed: the clusters in them run on.
 *
 * @module
 */
import { readIdentity } from "../lib/cluster/process_identity.ts";
import { Program } from "./program.ts";

const NAME = /^osctl-home-(\d+)-[0-9a-f]+$/;

/**
 * Removes the homes of {@linkcode Program} whose process has ended, with their clusters.
 *
 * @param folder The folder of temporary files.
 * @returns the paths of the removed homes.
 */
export async function removeAbandonedHomes(folder: string): Promise<string[]> {
  const removed: string[] = [];
  for (const { name } of await Array.fromAsync(Deno.readDir(folder))) {
    const [, pid] = NAME.exec(name) ?? [];
    const path = `${folder}/${name}`;
    if (pid === undefined || !await isOwn(path)) continue;
    const spawn = (command: string | URL, options?: Deno.CommandOptions) =>
      new Deno.Command(command, options).spawn();
    if (await readIdentity(Number(pid), spawn) !== undefined) continue;
    if (!await destroyClusters(path)) continue;
    await Deno.remove(path, { recursive: true });
    removed.push(path);
  }
  return removed;
}

/** Reports whether a path is a folder of this user. */
async function isOwn(path: string): Promise<boolean> {
  const { isDirectory, uid } = await Deno.lstat(path);
  return isDirectory && uid === Deno.uid();
}

/** Returns whether all clusters were destroyed; clusters of docker and QEMU require those programs. */
async function destroyClusters(home: string): Promise<boolean> {
  const program = await Program.open(home);
  const { stdout } = await program.run(["cluster", "list", "-o", "name"]);
  for (const cluster of stdout.split("\n").filter((line) => line !== "")) {
    const { code } = await program.run(["cluster", "destroy", "--name", cluster]);
    if (code !== 0) return false;
  }
  return true;
}
