import { rejects } from "node:assert/strict";
import { BlackHole } from "../../../lib/sandbox/black_hole.ts";

Deno.test("a black hole retries a port that is released late", async () => {
  const before = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = before.addr;
  const opening = BlackHole.open({ address: "127.0.0.1", port });
  before.close();
  const hole = await opening;
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new Uint8Array([1]));
  await hole.close();
  await rejects(Deno.connect({ hostname: "127.0.0.1", port }), Deno.errors.ConnectionRefused);
});
