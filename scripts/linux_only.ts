/**
 * Selection of the test files that require Linux.
 *
 * @module
 */
import { dirname, join, normalize, relative } from "node:path";
import { listFiles } from "./list_files.ts";

/**
 * Helpers whose tests require Linux: clusters of sandbox nodes on addresses of 127.0.0.0/8 with data of
 * `/proc`, tmux, docker, QEMU, and programs of Debian.
 */
const LINUX_HELPERS = [
  "tests/e2e/",
  "tests/guard/",
  "tests/helpers/docker.ts",
  "tests/helpers/kubernetes.ts",
  "tests/helpers/qemu.ts",
  "tests/helpers/restarting_nodes.ts",
  "tests/helpers/sandbox.ts",
  "tests/helpers/terminal.ts",
  "tests/lib/sandbox/",
  "tests/wire/",
];

/** Folders of sources whose tests require Linux. */
const LINUX_SOURCES = ["lib/sandbox/", "lib/cluster/docker/", "lib/cluster/qemu/"];

/** Returns the test files that require Linux, relative to the root, sorted. */
export async function listLinuxOnly(root: string): Promise<string[]> {
  const isLinux = new Map<string, boolean>();
  const requiresLinux = async (path: string): Promise<boolean> => {
    const known = isLinux.get(path);
    if (known !== undefined) return known;
    isLinux.set(path, false);
    const imports = await listImports(root, path);
    const own = LINUX_HELPERS.some((prefix) => path.startsWith(prefix)) ||
      imports.some((one) => LINUX_SOURCES.some((prefix) => one.startsWith(prefix)));
    let result = own;
    for (const one of imports) {
      if (!result && one.startsWith("tests/")) result = await requiresLinux(one);
    }
    isLinux.set(path, result);
    return result;
  };
  const found: string[] = [];
  for (const file of await listFiles(`${root}/tests`, /_test\.ts$/)) {
    const path = relative(root, file).replaceAll("\\", "/");
    if (await requiresLinux(path)) found.push(path);
  }
  return found;
}

async function listImports(root: string, path: string): Promise<string[]> {
  const source = await Deno.readTextFile(`${root}/${path}`);
  return [...source.matchAll(/^(?:import|export|\}).* from "(\.[^"]+)";$|^import "(\.[^"]+)";$/gm)]
    .map(([, from, only]) => normalize(join(dirname(path), from ?? only!)).replaceAll("\\", "/"));
}
