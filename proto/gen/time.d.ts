// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { Method } from "../method.ts";
import type { common } from "./common.js";
import type { google } from "./google.js";

export namespace time {
  interface ITimeResponse {
    messages?: time.ITime[] | null | undefined;
  }
  class TimeResponse {
    private constructor();
    static create(properties?: time.ITimeResponse): time.TimeResponse;
    static encode(message: time.ITimeResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): time.TimeResponse;
    messages: time.Time[];
  }
  interface ITime {
    metadata?: common.IMetadata | null | undefined;
    server?: string | null | undefined;
    localtime?: google.protobuf.ITimestamp | null | undefined;
    remotetime?: google.protobuf.ITimestamp | null | undefined;
  }
  class Time {
    private constructor();
    static create(properties?: time.ITime): time.Time;
    static encode(message: time.ITime): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): time.Time;
    metadata: common.Metadata | null;
    server: string;
    localtime: google.protobuf.Timestamp | null;
    remotetime: google.protobuf.Timestamp | null;
  }
  interface ITimeRequest {
    server?: string | null | undefined;
  }
  class TimeRequest {
    private constructor();
    static create(properties?: time.ITimeRequest): time.TimeRequest;
    static encode(message: time.ITimeRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): time.TimeRequest;
    server: string;
  }
}
/** The methods of `time.TimeService`. */
export const TimeService: {
  readonly Time: Method<google.protobuf.IEmpty, time.TimeResponse>;
  readonly TimeCheck: Method<time.ITimeRequest, time.TimeResponse>;
};
