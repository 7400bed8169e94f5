import { deepEqual, equal, rejects } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import type { KubernetesClient } from "../../../../lib/kubernetes/types.ts";
import { KubernetesAccess } from "../../../../lib/procedures/kubernetes_upgrade/access.ts";
import { withLimit } from "../../../../lib/procedures/waits.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

/** Returns access to servers; the responding ones return their host. */
function open(hosts: readonly string[], responds: (host: string) => boolean) {
  const clock = new FakeClock();
  const notes: string[] = [];
  const reasons: string[] = [];
  const access = new KubernetesAccess({
    clock,
    note: (text) => notes.push(text),
    servers: hosts.map((host) => new URL(`https://${host}:6443`)),
    open: (server) => ({ server: server.hostname, close() {} }) as unknown as KubernetesClient,
  });
  const request = () => {
    const { signal } = new AbortController();
    const onReason = (reason: string) => void reasons.push(reason);
    const limit = { failure: "objects not read", ms: 10_000, onReason };
    return withLimit({ clock, signal }, limit, (wait) =>
      access.request(wait, ({ server }) => {
        if (responds(server)) return Promise.resolve(server);
        return Promise.reject(new OsctlError("connection", `cannot connect to ${server}`));
      }));
  };
  return { access, clock, notes, reasons, request };
}

Deno.test("the next server that responds is used, and the change is a note", async () => {
  const { access, notes, reasons, request } = open(
    ["one", "two", "three"],
    (host) => host !== "one",
  );
  equal(await request(), "two");
  equal(access.server.hostname, "two");
  deepEqual(notes, ["using the API server two:6443: cannot connect to one"]);
  deepEqual(reasons, []);
});

Deno.test("a wait without any server that responds ends with the reason", async () => {
  const { clock, reasons, request } = open(["one", "two", "three"], () => false);
  const running = rejects(request(), {
    kind: "node",
    message: /^objects not read within 10s: cannot connect to (one|two|three)$/,
  });
  for (let ms = 0; ms < 10_000; ms += 250) {
    await new Promise((resolve) => setTimeout(resolve));
    await clock.advance(250);
  }
  await running;
  equal(reasons[0], "cannot connect to three");
});
