import { equal, match } from "node:assert/strict";
import { readWindowsStartTime } from "../../../lib/platform/windows_process.ts";

Deno.test({
  name: "readWindowsStartTime() distinguishes running processes from ended ones",
  ignore: Deno.build.os !== "windows",
  fn: async () => {
    match(readWindowsStartTime(Deno.pid) ?? "", /^\d{18}$/);
    equal(readWindowsStartTime(Deno.pid), readWindowsStartTime(Deno.pid));
    const child = new Deno.Command("cmd.exe", { args: ["/c", "exit"], stdin: "null" }).spawn();
    await child.status;
    equal(readWindowsStartTime(child.pid), undefined);
  },
});
