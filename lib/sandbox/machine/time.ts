/**
 * `Time` and `TimeCheck`: the clock of this machine beside that of a time server.
 *
 * @module
 */
import { time, TimeService } from "../../../proto/time.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type Call, unary } from "../types.ts";
import { queryTime } from "./ntp.ts";
import { AnswerError, type Moment } from "./ntp_packet.ts";
import { failed } from "./refusal.ts";
import { reasonOf } from "./system_error.ts";

/**
 * Answers the time service. A named server is queried there and then. There is no server of the
 * node's own: it takes this machine's clock as it is, and asks nobody it was not told of.
 */
export function timeBindings(): Binding[] {
  return [
    unary(TimeService.Time, () => Promise.reject(noServer())),
    unary(TimeService.TimeCheck, (request, call) => timeAt(request.server ?? "", call)),
  ];
}

function noServer(): StatusError {
  return new StatusError(
    StatusCode.failedPrecondition,
    "a sandbox node takes this machine's clock and has no time server of its own, " +
      "so name one to check against",
  );
}

async function timeAt(
  server: string,
  { signal }: Pick<Call, "signal">,
): Promise<time.TimeResponse> {
  const remotetime = await remoteTime(server, signal);
  return time.TimeResponse.create({ messages: [{ server, localtime: now(), remotetime }] });
}

async function remoteTime(server: string, signal: AbortSignal): Promise<Moment> {
  try {
    return await queryTime(server, { signal });
  } catch (error) {
    const step = error instanceof AnswerError
      ? "error validating NTP response"
      : `error querying NTP server ${JSON.stringify(server)}`;
    throw failed(`${step}: ${reasonOf(error)}`);
  }
}

/** This machine's time, as exactly as the runtime tells. */
function now(): Moment {
  const milliseconds = performance.timeOrigin + performance.now();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.floor((milliseconds - seconds * 1000) * 1e6) };
}
