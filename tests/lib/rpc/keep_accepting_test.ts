import { ok } from "node:assert/strict";
import { acceptConnections } from "../../../lib/platform/accept_connections.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { programTest } from "../../helpers/programs.ts";
import { until } from "../../helpers/until.ts";

/** Descriptors of the server; the runtime needs about 20. */
const DESCRIPTORS = 64;
const LIMIT_MS = 60_000;

/** Resolves when the server has sent something, which it does for each accepted connection. */
async function isServed(conn: Deno.TcpConn): Promise<boolean> {
  const timer = setTimeout(() => conn.close(), LIMIT_MS);
  try {
    return (await conn.read(new Uint8Array(9)) ?? 0) > 0;
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted)) {
      throw error;
    }
    return false; // the time is over
  } finally {
    clearTimeout(timer);
  }
}

Deno.test({
  ...programTest("a server that ran out of descriptors accepts connections again", "bash"),
  ...Deno.build.os === "windows" && { ignore: true },
  async fn() {
    const program = new URL("accepting_program.ts", import.meta.url).pathname;
    const config = new URL("../../../deno.json", import.meta.url).pathname;
    const args = ["run", "-A", "--no-check", "--quiet", "--config", config, program];
    await using child = new Deno.Command("bash", {
      args: ["-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "bash", Deno.execPath(), ...args],
      stdout: "piped",
    }).spawn();
    const output = child.stdout.getReader();
    const port = Number(new TextDecoder().decode((await output.read()).value));
    const connect = () => Deno.connect({ hostname: "127.0.0.1", port });
    const first = await connect();
    ok(await isServed(first));
    const open: Deno.TcpConn[] = [first];
    // Those beyond the descriptors wait in the queue of the system.
    for (let count = 0; count < 2 * DESCRIPTORS; count++) open.push(await connect());
    for (const conn of open) conn.close();
    using later = await connect();
    ok(await isServed(later), "the server accepts no connection");
    child.kill("SIGKILL");
    await output.cancel();
  },
});

Deno.test("a listener is accepted from again after a pause, until it is closed", async () => {
  const clock = new FakeClock(0);
  const failures: unknown[] = [new Error("Too many open files (os error 24)")];
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let accepts = 0;
  const failing = {
    accept: () => {
      accepts++;
      const failure = failures.shift();
      return failure === undefined ? listener.accept() : Promise.reject(failure);
    },
  };
  const accepted = Promise.withResolvers<void>();
  const ended = acceptConnections(failing, clock, (conn) => {
    conn.close();
    accepted.resolve();
  });
  using _conn = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  await until(() => Promise.resolve(clock.waiting), (waiting) => waiting === 1);
  ok(accepts === 1, "no attempt during the pause");
  await clock.advance(1000);
  await accepted.promise;
  listener.close();
  await ended;
});
