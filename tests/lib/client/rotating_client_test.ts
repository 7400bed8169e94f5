/** Clients in a pod, whose client configuration is replaced. */
import { deepEqual, equal } from "node:assert/strict";
import { createRotatingClient } from "../../../lib/client/rotating_client.ts";
import type { NodeClient } from "../../../lib/client/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import type { Method } from "../../../lib/rpc/types.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

/** A client that returns its number, and records when it is closed. */
function numbered(number: number, closed: number[]): NodeClient {
  return {
    nodes: ["a"],
    endpoints: ["b"],
    plainCall: () => Promise.resolve(number),
    openDirect: () => numbered(100 + number, closed),
    [Symbol.asyncDispose]: () => {
      closed.push(number);
      return Promise.resolve();
    },
  } as unknown as NodeClient;
}

Deno.test("a replaced configuration is used within a minute, an unusable one is read again", async () => {
  const clock = new FakeClock();
  const folder = await Deno.makeTempDir();
  const path = `${folder}/config`;
  const closed: number[] = [];
  let opened = 0;
  let isUsable = true;
  try {
    await Deno.writeTextFile(path, "one");
    const client = await createRotatingClient({
      clock,
      path,
      open: () => {
        if (!isUsable) return Promise.reject(new OsctlError("input", "incomplete"));
        return Promise.resolve(numbered(++opened, closed));
      },
    });
    const method = {} as Method<object, number>;
    const call = () => client.plainCall(method, {}, "a");
    deepEqual([client.nodes, client.endpoints], [["a"], ["b"]]);
    equal(await call(), 1);
    // As the kubelet does: another file is linked.
    await Deno.writeTextFile(`${path}.new`, "the second");
    await Deno.rename(`${path}.new`, path);
    equal(await call(), 1);
    isUsable = false;
    await clock.advance(60_000);
    equal(await call(), 1);
    isUsable = true;
    await clock.advance(60_000);
    equal(await call(), 2);
    await Deno.remove(path);
    await clock.advance(60_000);
    equal(await call(), 2);
    equal(await client.openDirect("a").plainCall(method, {}, "a"), 102);
    await client[Symbol.asyncDispose]();
    deepEqual(closed, [1, 2]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
