import assert from "node:assert/strict";
import { openClient } from "../../lib/client/open.ts";
import type { NodeResult } from "../../lib/client/types.ts";
import { MachineService } from "../../proto/machine.ts";
import type { Program } from "../../scripts/program.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withRealCluster } from "./cluster.ts";

/** Runs the program and asserts success. */
async function done(program: Program, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await program.run(args);
  assert.equal(code, 0, `osctl ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** Writes the cluster's CA, from its state, as `ca.crt` and `ca.key`. */
async function exportAuthority({ home }: Program): Promise<void> {
  const secrets = JSON.parse(await Deno.readTextFile(`${home}/.os/clusters/e2e/secrets.json`));
  await Deno.writeTextFile(`${home}/ca.crt`, secrets.ca.crt);
  await Deno.writeTextFile(`${home}/ca.key`, secrets.ca.key, { mode: 0o600 });
}

/** Generates a key and a certificate with the role and adds them as a context of that name. */
async function enroll(program: Program, name: string, role: string, endpoint: string) {
  await done(program, "gen", "key", "--name", name);
  await done(program, "gen", "csr", "--key", `${name}.key`, "--ip", "127.0.0.1", "--roles", role);
  await done(program, "gen", "crt", "--ca", "ca", "--csr", `${name}.csr`, "--name", name);
  const files = ["--ca", "ca.crt", "--crt", `${name}.crt`, "--key", `${name}.key`];
  await done(program, "config", "add", name, ...files);
  await done(program, "--context", name, "config", "endpoint", endpoint);
}

/** Calls Reboot with the credentials of a context. */
async function reboot({ home }: Program, context: string, node: string) {
  const system = fakeSystem({ home, clock: wallClock });
  const flags = { cluster: "", context, endpoints: [], nodes: [node], osconfig: "" };
  await using client = await openClient(system, { target: flags });
  const [response] = await client.call(MachineService.Reboot, {});
  return response as NodeResult<unknown>;
}

Deno.test("a generated os:reader certificate can read but not reboot", async () => {
  await withRealCluster(async ({ program, controlPlane, worker }) => {
    await exportAuthority(program);
    await enroll(program, "jane", "os:reader", controlPlane);

    const info = await done(program, "--context", "jane", "config", "info");
    assert.match(info, /os:reader/);
    for (const node of [controlPlane, worker]) {
      const login = ["--context", "jane", "-n", node];
      assert.match(await done(program, ...login, "version"), new RegExp(`NODE: +${node}\n`));
      assert.match(await done(program, ...login, "list", "/etc"), /\bhosts$/m);

      const { error } = await reboot(program, "jane", node);
      assert.match(error!.message, /PermissionDenied|not authorized/);
      // File contents require os:admin.
      const read = await program.run([...login, "read", "/proc/version"]);
      assert.deepEqual([read.code, read.stdout], [1, ""]);
      assert.match(read.stderr, /^osctl: .*(PermissionDenied|not authorized)/);
    }

    // The role decides: an operator of the same CA is not rejected.
    await enroll(program, "joe", "os:operator", controlPlane);
    const { error } = await reboot(program, "joe", worker);
    assert.doesNotMatch(error?.message ?? "", /PermissionDenied|not authorized/);
  });
});
