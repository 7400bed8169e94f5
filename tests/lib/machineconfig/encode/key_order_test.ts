import { deepStrictEqual } from "node:assert/strict";
import { byKeyOrder } from "../../../../lib/machineconfig/encode/key_order.ts";

Deno.test("byKeyOrder() sorts keys like Go's encoder", () => {
  const sorted = [
    ["1", "Z", "a", "n", "x-y", "x.y", "x_y", "xy", "z9", "z10", "ä"],
    ["a", "a-1", "a1", "ab"],
    ["v1a", "v1-a", "v2", "v10"],
    ["01", "001"],
    ["a10", "a100"],
    ["node.kubernetes.io/a", "node.kubernetes.io/b", "node_a"],
    ["9007199254740993", "9007199254740994"],
  ];
  for (const keys of sorted) deepStrictEqual([...keys].reverse().sort(byKeyOrder), keys);
});
