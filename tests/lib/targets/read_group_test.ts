/** Commands that print the nodes of a group. */
import { rejects } from "node:assert/strict";
import { readGroup } from "../../../lib/targets/read_group.ts";
import { acceleratedClock, fakeSystem } from "../../helpers/fake_system.ts";

Deno.test("a command of a group that does not end is killed", async () => {
  const children: Deno.ChildProcess[] = [];
  const system = fakeSystem({
    clock: acceleratedClock(100),
    spawn(command, options) {
      const child = new Deno.Command(command, options).spawn();
      children.push(child);
      return child;
    },
  });
  await rejects(readGroup(system, "slow", ["sleep", "600"]), {
    message: 'group "slow": command "sleep" did not end within 10s',
  });
  await children[0]!.status;
});
