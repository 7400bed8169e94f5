/**
 * What wraps a handler: the line in the service log, and the faults.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import { STATUS_NAMES } from "./fault_rules.ts";
import type { Faults } from "./faults.ts";
import { type RawCall, type RawHandler, sizeOf } from "./raw.ts";
import { logDuration, type ServiceLog } from "./service_log.ts";
import type { Direction } from "./proxy.ts";

/** Writes one line for every call when it ends: status, method, duration, kind, message, peer. */
export function logged(
  handler: RawHandler,
  log: Pick<ServiceLog, "write">,
  direction: (path: string) => Direction | undefined,
): RawHandler {
  return async function* (call) {
    const start = performance.now();
    const end = (code: number, message: string) => {
      const known = direction(call.path);
      const kind = known?.clientStreaming || known?.serverStreaming ? "stream" : "unary";
      const took = logDuration(performance.now() - start);
      const facts = `peer=${call.peer.address}:${call.peer.port}${facet(call, "nodes")}${
        facet(call, "node")
      }`;
      log.write(`${STATUS_NAMES[code]} [${call.path}] ${took} ${kind} ${message} (${facts})`);
    };
    let code: number = StatusCode.canceled;
    let message = "context canceled";
    try {
      yield* handler(call);
      [code, message] = [0, "Success"];
    } catch (error) {
      if (error instanceof StatusError) [code, message] = [error.code, error.details];
      throw error;
    } finally {
      // Also reached when the caller went away in the middle.
      end(code, message);
    }
  };
}

function facet(call: RawCall, key: string): string {
  const values = call.headers[key];
  return values === undefined ? "" : `;${key}=${values.join(",")}`;
}

/** Does to calls what the fault rules say. */
export function faulty(
  handler: RawHandler,
  faults: Faults,
  node: { name: string; address: string },
  clock: Clock,
): RawHandler {
  return async function* (call) {
    const todo = faults.judge(node, call.path);
    if (todo === undefined) {
      yield* handler(call);
      return;
    }
    if (todo.delayMs > 0) await pause(todo.delayMs, clock, call.signal);
    if (todo.error !== undefined) throw new StatusError(todo.error.code, todo.error.message);
    let left = todo.cutAfter ?? Infinity;
    for await (const message of handler(call)) {
      const size = sizeOf(message);
      if (size > left) {
        throw new StatusError(StatusCode.unavailable, "stream cut by a fault of the sandbox");
      }
      left -= size;
      yield message;
    }
  };
}

/** Waits, unless the caller goes away first. */
function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => {
      cancel();
      reject(new StatusError(StatusCode.canceled, "context canceled"));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", gone);
      resolve();
    });
    if (signal.aborted) gone();
    else signal.addEventListener("abort", gone, { once: true });
  });
}
