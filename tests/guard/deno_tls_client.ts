/**
 * Connects in a process of its own because the runtime reads its roots once, and prints the outcome.
 * Arguments: `connect`, `trust` (with the runtime's roots) or `trust-first` (with them before), port,
 * and a JSON file of TLS settings.
 *
 * @module
 */
import { dialDeno } from "../../lib/rpc/dial_deno.ts";
import { parseEndpoint } from "../../lib/rpc/endpoint.ts";

const [action, port, settings] = Deno.args;
const endpoint = `127.0.0.1:${port}`;

async function trust(): Promise<void> {
  const conn = await Deno.connectTls({ hostname: "127.0.0.1", port: Number(port) });
  await conn.handshake();
}

try {
  if (action !== "connect") await trust();
  if (action !== "trust") {
    await dialDeno({
      endpoint,
      address: parseEndpoint(endpoint),
      tls: JSON.parse(await Deno.readTextFile(settings!)),
      proxy: undefined,
      signal: new AbortController().signal,
      opened: () => {},
      reached: () => {},
    });
  }
  console.log("connected");
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
Deno.exit();
