/**
 * Downloads a boot image and prints it, in a process of its own because the runtime reads its roots once.
 *
 * @module
 */
import { resolveAsset } from "../../lib/cluster/qemu/download.ts";
import { OsctlError } from "../../lib/errors.ts";
import { createRealSystem } from "../../lib/platform/real_system.ts";
import { extendSystem } from "../../lib/platform/system.ts";

try {
  const system = extendSystem(createRealSystem(), { report: () => Promise.resolve() });
  const path = await resolveAsset(Deno.args[0]!, system);
  console.log(await Deno.readTextFile(path));
  Deno.exit(0);
} catch (error) {
  if (!(error instanceof OsctlError)) throw error;
  console.error(`${error.message}; ${error.hint}`);
  Deno.exit(1);
}
