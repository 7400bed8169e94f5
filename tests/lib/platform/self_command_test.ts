import { deepEqual, equal } from "node:assert/strict";
import { createSelfCommand } from "../../../lib/platform/self_command.ts";

Deno.test("createSelfCommand() starts this program from any folder", async () => {
  const { command, args } = createSelfCommand(["help", "--context", "a b"]);
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
