/**
 * Handlers of `Time` and `TimeCheck`: the clock of this machine compared with an NTP server.
 *
 * @module
 */
import { time, TimeService } from "../../../proto/time.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { unknownError } from "../status_errors.ts";
import { type Binding, type Call, unary } from "../types.ts";
import { queryTime } from "./ntp.ts";
import { NtpResponseError, type Timestamp } from "./ntp_packet.ts";
import { systemErrorReason } from "./system_errors.ts";

/**
 * Returns the bindings of the time service. `TimeCheck` queries the server of the request. `Time`
 * fails: sandbox nodes have no configured server, and contact none unless a request names it.
 */
export function timeBindings(): Binding[] {
  return [
    unary(TimeService.Time, () => Promise.reject(noServer())),
    unary(TimeService.TimeCheck, (request, call) => checkTime(request.server ?? "", call)),
  ];
}

function noServer(): StatusError {
  return new StatusError(
    StatusCode.failedPrecondition,
    "sandbox nodes use this machine's clock and have no time server; specify a server to compare with",
  );
}

async function checkTime(
  server: string,
  { signal }: Pick<Call, "signal">,
): Promise<time.TimeResponse> {
  const remotetime = await fetchRemoteTime(server, signal);
  return time.TimeResponse.create({ messages: [{ server, localtime: localTime(), remotetime }] });
}

async function fetchRemoteTime(server: string, signal: AbortSignal): Promise<Timestamp> {
  try {
    return await queryTime(server, { signal });
  } catch (error) {
    const step = error instanceof NtpResponseError
      ? "error validating NTP response"
      : `error querying NTP server ${JSON.stringify(server)}`;
    throw unknownError(`${step}: ${systemErrorReason(error)}`);
  }
}

/** Returns the time of this machine. `performance.now()` has a higher resolution than `Date.now()`. */
function localTime(): Timestamp {
  const milliseconds = performance.timeOrigin + performance.now();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: Math.floor((milliseconds - seconds * 1000) * 1e6) };
}
