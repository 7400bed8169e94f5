import { deepEqual, match, rejects } from "node:assert/strict";
import { readKernelLog } from "../../../../lib/sandbox/machine/kernel_log.ts";

const LINUX = { ignore: Deno.build.os !== "linux" };

async function linesOf(path: string, range: { follow: boolean; tail: boolean }): Promise<string[]> {
  return await Array.fromAsync(readKernelLog(range, AbortSignal.timeout(300), path));
}

Deno.test(
  "readKernelLog() ends at the end of a device that reports it by a read of 0 bytes",
  LINUX,
  async () => {
    for (const follow of [false, true]) {
      for (const tail of [false, true]) deepEqual(await linesOf("/dev/null", { follow, tail }), []);
    }
  },
);

Deno.test("readKernelLog() names a device that does not exist", LINUX, async () => {
  await rejects(linesOf("/dev/null/kmsg", { follow: false, tail: false }), (error: Error) => {
    match(error.message, /read \/dev\/null\/kmsg: /);
    return true;
  });
});
