import { equal } from "node:assert/strict";
import { identityOf, isAlive } from "../../../lib/cluster/process_identity.ts";
import type { Spawn } from "../../../lib/platform/system.ts";

const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();

Deno.test("a process is itself as long as it lives, and nobody afterwards", async () => {
  const child = spawn("sleep", { args: ["60"] });
  const identity = await identityOf(child.pid, spawn);
  equal(identity?.pid, child.pid);
  equal(await isAlive(identity!, spawn), true);
  child.kill("SIGKILL");
  await child.status;
  equal(await isAlive(identity!, spawn), false);
  equal(await identityOf(child.pid, spawn), undefined);
});

Deno.test("another process with the same number is not taken for it", async () => {
  const own = await identityOf(Deno.pid, spawn);
  equal(await isAlive({ pid: Deno.pid, started: "another time" }, spawn), false);
  equal(await isAlive(own!, spawn), true);
});
