import { deepEqual, equal } from "node:assert/strict";
import { selfCommand } from "../../../lib/platform/self.ts";

Deno.test("selfCommand() starts this very program, from any folder", async () => {
  const { command, args } = selfCommand(["help", "--context", "a b"]);
  equal(command, Deno.execPath());
  deepEqual(args.slice(-3), ["help", "--context", "a b"]);
  const folder = await Deno.makeTempDir();
  try {
    const { code, stdout } = await new Deno.Command(command, { args, cwd: folder }).output();
    equal(code, 0);
    equal(new TextDecoder().decode(stdout).includes("osctl <command>"), true);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
