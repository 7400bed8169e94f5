/**
 * Kills osctl at random moments of an upgrade of Kubernetes: the repeated command completes it, and
 * the cluster ends in the state of an undisturbed upgrade.
 */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { type KubernetesState, settledState } from "../helpers/kubernetes_state.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** Number of kills; 50 in `deno task kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 8);

const CLUSTER = {
  controlPlanes: 2,
  workers: 1,
  kubernetesVersion: "1.30.3",
  podReadyMs: 100,
  kubeletRestartMs: 100,
  imagePullMs: 20,
};

/** Starts the upgrade in a process of its own. */
function start(program: Program, { home, controlPlanes }: Sandbox): Deno.ChildProcess {
  const args = ["upgrade-k8s", "-n", controlPlanes[0]!.address, "-o", "json"];
  return program.command(args, { env: { HOME: home }, stdout: "piped", stderr: "null" }).spawn();
}

/** Reads the output of a process; calls `listener` with the number of lines after each chunk. */
async function countLines(child: Deno.ChildProcess, listener?: (lines: number) => void) {
  let lines = 0;
  for await (const chunk of child.stdout) {
    lines += chunk.filter((byte) => byte === 0x0a).length;
    listener?.(lines);
  }
  return lines;
}

/** Upgrades a new cluster without a disturbance; returns its state and the number of events. */
async function undisturbed(program: Program): Promise<{ state: KubernetesState; events: number }> {
  let result: { state: KubernetesState; events: number } | undefined;
  await withSandbox(CLUSTER, async (sandbox) => {
    await settledState(sandbox);
    const child = start(program, sandbox);
    const events = await countLines(child);
    assert.equal((await child.status).code, 0);
    result = { state: await settledState(sandbox), events };
  });
  return result!;
}

Deno.test("an upgrade that is killed at any moment is completed by the same command", async (t) => {
  await using program = await Program.create();
  const { state, events } = await undisturbed(program);
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    // Each part of the upgrade gets its share of the kills, up to 100 ms after an event.
    const event = Math.ceil(events * (kill - Math.random()) / KILLS);
    const delay = Math.random() * 100;
    await t.step(
      `after event ${event} of ${events}`,
      () =>
        withSandbox(CLUSTER, async (sandbox) => {
          await settledState(sandbox);
          const child = start(program, sandbox);
          let timer: ReturnType<typeof setTimeout> | undefined;
          await countLines(child, (lines) => {
            if (lines >= event) timer ??= setTimeout(() => child.kill("SIGKILL"), delay);
          });
          clearTimeout(timer);
          if ((await child.status).signal === "SIGKILL") killed++;
          const node = sandbox.controlPlanes[0]!.address;
          const { code, stderr } = await sandbox.run(["upgrade-k8s", "-n", node]);
          assert.equal(code, 0, stderr);
          assert.deepEqual(await settledState(sandbox), state, `${Math.round(delay)} ms later`);
        }),
    );
  }
  assert.ok(killed >= KILLS / 2, `only ${killed} of ${KILLS} upgrades were killed`);
});
