/**
 * Programs that tests compare with, and that a machine may lack.
 *
 * @module
 */
import { isInstalled } from "./terminal.ts";

/**
 * The name of a test that is ignored without its programs, with the reason. On Linux in CI, the test
 * runs and fails: an error of the module would lose its other tests.
 */
export function programTest(
  name: string,
  ...programs: readonly string[]
): { name: string; ignore: boolean } {
  const missing = programs.filter((program) => !isInstalled(program));
  const isRequired = Deno.build.os === "linux" && Deno.env.has("CI");
  if (missing.length === 0 || isRequired) return { name, ignore: false };
  return { name: `${name} (skipped: no ${missing.join(" and ")})`, ignore: true };
}

/** Returns a `Deno.test` for tests that need programs. */
export function testWith(
  ...programs: readonly string[]
): (name: string, body: (t: Deno.TestContext) => void | Promise<void>) => void {
  return (name, body) => Deno.test(programTest(name, ...programs), body);
}

/** Why the kernel log of this machine cannot be read, which needs root on most; undefined if it can. */
export const noKernelLog: string | undefined = findKernelLogProblem();

function findKernelLogProblem(): string | undefined {
  if (Deno.build.os !== "linux") return "Linux only";
  try {
    Deno.openSync("/dev/kmsg").close();
    return undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return "/dev/kmsg is not readable";
    }
    throw error;
  }
}
