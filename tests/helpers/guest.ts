/**
 * The guest of virtual machines: its kernel is a package of Debian, which `deno task guest` downloads.
 *
 * @module
 */
import { isGuestCached } from "../../scripts/guest.ts";
import { isInstalled } from "./terminal.ts";

/** Why the guest cannot be built without a network; undefined when it can. CI downloads it. */
export const noGuest: string | undefined = await findProblem();

async function findProblem(): Promise<string | undefined> {
  const missing = ["apt-cache", "dpkg-deb"].filter((program) => !isInstalled(program));
  if (missing.length > 0) return `no ${missing.join(" and ")}`;
  if (Deno.env.has("CI") || await isGuestCached()) return undefined;
  return 'no kernel: "deno task guest" downloads one';
}
