import { deepEqual, equal } from "node:assert/strict";
import { Targets } from "../../../lib/sandbox/targets.ts";

const spread = new Targets([
  { name: "a", address: "127.1.2.2", port: 50000 },
  { name: "b", address: "127.1.2.3", port: 50000 },
]);

Deno.test("a node is found by name and by address", () => {
  deepEqual(spread.resolve("b"), { address: "127.1.2.3", port: 50000 });
  deepEqual(spread.resolve("127.1.2.2"), { address: "127.1.2.2", port: 50000 });
});

Deno.test("an address of nobody is tried on loopback only", () => {
  deepEqual(spread.resolve("127.1.2.99"), { address: "127.1.2.99", port: 50000 });
  equal(spread.resolve("10.1.2.3"), undefined);
  equal(spread.resolve("example.org"), undefined);
  equal(spread.resolve("127.example.org"), undefined);
});

Deno.test("where nodes share one address, the port tells them apart", () => {
  const shared = new Targets([
    { name: "a", address: "127.0.0.1", port: 50000 },
    { name: "b", address: "127.0.0.1", port: 50001 },
  ]);
  equal(shared.resolve("127.0.0.1:50001")?.port, 50001);
  equal(shared.invalid("127.0.0.1:50001"), undefined);
  equal(shared.invalid("127.0.0.1:50002"), 'invalid target "127.0.0.1:50002"');
});
