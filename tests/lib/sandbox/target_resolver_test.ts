import { deepEqual, equal } from "node:assert/strict";
import { TargetResolver } from "../../../lib/sandbox/target_resolver.ts";

const spread = new TargetResolver([
  { name: "a", address: "127.1.2.2", port: 50000 },
  { name: "b", address: "127.1.2.3", port: 50000 },
]);

Deno.test("resolve finds nodes by name and address", () => {
  deepEqual(spread.resolve("b"), { address: "127.1.2.3", port: 50000 });
  deepEqual(spread.resolve("127.1.2.2"), { address: "127.1.2.2", port: 50000 });
});

Deno.test("resolve accepts unknown addresses on loopback only", () => {
  deepEqual(spread.resolve("127.1.2.99"), { address: "127.1.2.99", port: 50000 });
  equal(spread.resolve("10.1.2.3"), undefined);
  equal(spread.resolve("example.org"), undefined);
  equal(spread.resolve("127.example.org"), undefined);
});

Deno.test("resolve requires the port when nodes share an address", () => {
  const shared = new TargetResolver([
    { name: "a", address: "127.0.0.1", port: 50000 },
    { name: "b", address: "127.0.0.1", port: 50001 },
  ]);
  equal(shared.resolve("127.0.0.1:50001")?.port, 50001);
  equal(shared.invalid("127.0.0.1:50001"), undefined);
  equal(shared.invalid("127.0.0.1:50002"), 'invalid target "127.0.0.1:50002"');
});
