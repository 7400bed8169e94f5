import { deepStrictEqual, rejects } from "node:assert/strict";
import { useOnce } from "../../../lib/async/use_once.ts";

Deno.test("a resource is disposed after the action, whether it returns or throws", async () => {
  const order: string[] = [];
  const resource = () => ({
    [Symbol.dispose]: () => void order.push("disposed"),
  });
  const later = () => ({
    [Symbol.asyncDispose]: async () => {
      await Promise.resolve();
      order.push("disposed later");
    },
  });
  const result = await useOnce(resource(), async () => {
    await Promise.resolve();
    order.push("used");
    return 5;
  });
  deepStrictEqual([result, order], [5, ["used", "disposed"]]);
  await rejects(useOnce(later(), () => Promise.reject(new Error("failed"))), /failed/);
  deepStrictEqual(order, ["used", "disposed", "disposed later"]);
});
