/** `cluster start` that is killed at any moment: the next one starts the cluster. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { NO_DOCKER, SANDBOX, withCluster } from "../commands/cluster/home.ts";

/** Number of kills; 30 in `deno task faults`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 4);
const MAIN = new URL("../../main.ts", import.meta.url).pathname;

Deno.test(`a start after a killed start runs the cluster, ${KILLS} of ${KILLS} times`, () =>
  withCluster({ workers: 0 }, async (cluster) => {
    const start = () =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--quiet", MAIN, "cluster", "start", ...SANDBOX],
        env: { HOME: cluster.home, DENO_DIR: denoDir(), ...NO_DOCKER },
        stdout: "null",
        stderr: "null",
      }).spawn();
    equal((await cluster.run(["stop", ...SANDBOX])).code, 0);
    const before = performance.now();
    ok((await start().status).success);
    const whole = performance.now() - before;
    for (let kill = 1; kill <= KILLS; kill++) {
      equal((await cluster.run(["stop", ...SANDBOX])).code, 0);
      const child = start();
      await new Promise((resolve) => setTimeout(resolve, whole * kill / (KILLS + 1)));
      // It may have ended.
      try {
        child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      await child.status;
      const { code, stderr } = await cluster.run(["start", ...SANDBOX]);
      equal(code, 0, stderr);
      match(stderr, /^(started the cluster "demo"|the cluster "demo" is already running)\n$/m);
      const { stdout } = await cluster.run(["show", ...SANDBOX, "-o", "json"]);
      const { running, nodes } = JSON.parse(stdout);
      const states = nodes.map(({ state }: { state: string }) => state);
      deepEqual([running, ...states], [true, "running"], `after kill ${kill}: ${stderr}`);
    }
  }));

function denoDir(): string {
  return Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
}
