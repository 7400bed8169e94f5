/**
 * Middleware of call handlers: access log and fault injection.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import type { Clock } from "../platform/system.ts";
import { codeName, StatusCode, StatusError } from "../rpc/status.ts";
import type { Faults } from "./faults.ts";
import { messageSize, type RawCall, type RawHandler } from "./raw_call.ts";
import { formatLogDuration, type ServiceLog } from "./service_log.ts";
import type { Direction } from "./proxy.ts";

/** Logs every call at its end: status, method, duration, kind, message, peer. */
export function withCallLog(
  handler: RawHandler,
  log: Pick<ServiceLog, "write">,
  direction: (path: string) => Direction | undefined,
): RawHandler {
  return async function* (call) {
    const start = performance.now();
    const end = (code: number, message: string) => {
      const known = direction(call.path);
      const kind = known?.clientStreaming || known?.serverStreaming ? "stream" : "unary";
      const took = formatLogDuration(performance.now() - start);
      const peer = `peer=${call.peer.address}:${call.peer.port}`;
      const facts = `${peer}${formatHeader(call, "nodes")}${formatHeader(call, "node")}`;
      log.write(`${codeName(code)} [${call.path}] ${took} ${kind} ${message} (${facts})`);
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
      // Runs as well when the client cancels the call.
      end(code, message);
    }
  };
}

function formatHeader(call: RawCall, key: string): string {
  const values = call.headers[key];
  return values === undefined ? "" : `;${key}=${values.join(",")}`;
}

/** Applies the fault rules to calls. */
export function withFaults(
  handler: RawHandler,
  faults: Faults,
  node: { name: string; address: string },
  clock: Clock,
): RawHandler {
  return async function* (call) {
    const callFaults = faults.evaluate(node, call.path);
    if (callFaults === undefined) {
      yield* handler(call);
      return;
    }
    const { delayMs, error, cutAfter } = callFaults;
    if (delayMs > 0) {
      await sleep(clock, delayMs, call.signal).catch(() => {
        throw new StatusError(StatusCode.canceled, "context canceled");
      });
    }
    if (error !== undefined) throw new StatusError(error.code, error.message);
    let left = cutAfter ?? Infinity;
    for await (const message of handler(call)) {
      const size = messageSize(message);
      if (size > left) {
        throw new StatusError(StatusCode.unavailable, "stream cut by a sandbox fault");
      }
      left -= size;
      yield message;
    }
  };
}
