/** A thread that fails to connect many times, for deno_tls_test.ts. */
import { connectStrictTls } from "../../lib/platform/tls/connect_deno.ts";

const ATTEMPTS = 200;

let failures = 0;
for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
  try {
    await connectStrictTls({ hostname: "127.0.0.1", port: 1, caCerts: [] }, 1000);
  } catch (error) {
    if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    failures++;
  }
}
(globalThis as unknown as Worker).postMessage(failures);
