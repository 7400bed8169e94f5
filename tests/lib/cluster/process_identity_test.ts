import { equal } from "node:assert/strict";
import { isAlive, readIdentity } from "../../../lib/cluster/process_identity.ts";
import type { Spawn } from "../../../lib/platform/system.ts";

const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();

Deno.test("an identity is alive until the process exits", async () => {
  const child = spawn("sleep", { args: ["60"] });
  const identity = await readIdentity(child.pid, spawn);
  equal(identity?.pid, child.pid);
  equal(await isAlive(identity!, spawn), true);
  child.kill("SIGKILL");
  await child.status;
  equal(await isAlive(identity!, spawn), false);
  equal(await readIdentity(child.pid, spawn), undefined);
});

Deno.test("a process with another start time is not alive", async () => {
  const own = await readIdentity(Deno.pid, spawn);
  equal(await isAlive({ pid: Deno.pid, started: "another time" }, spawn), false);
  equal(await isAlive(own!, spawn), true);
});
