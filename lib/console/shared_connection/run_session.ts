/**
 * The background process of a session: its handshake on stdout, its errors on stderr.
 *
 * @module
 */
import type { System } from "../../platform/system.ts";
import { serveSession } from "../../procedures/shared_connection/serve.ts";
import type { SessionOptions } from "../../procedures/shared_connection/types.ts";

/** Serves the endpoints of a context until the session ends. */
export async function runSession(
  system: System,
  { target, idleMs }: { readonly target: SessionOptions; readonly idleMs: number },
): Promise<void> {
  await serveSession(system, {
    target,
    idleMs,
    send: (handshake) => system.stdout.write(`${JSON.stringify(handshake)}\n`),
    failed: (error) => void system.stderr.write(formatReport(error)).catch(() => {}),
  });
}

/** Formats a bug of a session that runs in the foreground; it ends one call only. */
function formatReport(error: unknown): string {
  const text = error instanceof Error ? error.stack ?? error.message : String(error);
  return `osctl: internal error of the session: ${text}\n`;
}
