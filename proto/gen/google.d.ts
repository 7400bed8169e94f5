// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type Long from "long";

export namespace google {
  namespace protobuf {
    interface IAny {
      type_url?: string | null | undefined;
      value?: Uint8Array | null | undefined;
    }
    class Any {
      private constructor();
      static create(properties?: google.protobuf.IAny): google.protobuf.Any;
      static encode(message: google.protobuf.IAny): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): google.protobuf.Any;
      type_url: string;
      value: Uint8Array;
    }
    interface IDuration {
      seconds?: Long | number | null | undefined;
      nanos?: number | null | undefined;
    }
    class Duration {
      private constructor();
      static create(properties?: google.protobuf.IDuration): google.protobuf.Duration;
      static encode(message: google.protobuf.IDuration): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): google.protobuf.Duration;
      seconds: Long;
      nanos: number;
    }
    interface ITimestamp {
      seconds?: Long | number | null | undefined;
      nanos?: number | null | undefined;
    }
    class Timestamp {
      private constructor();
      static create(properties?: google.protobuf.ITimestamp): google.protobuf.Timestamp;
      static encode(message: google.protobuf.ITimestamp): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): google.protobuf.Timestamp;
      seconds: Long;
      nanos: number;
    }
    interface IEmpty {
    }
    class Empty {
      private constructor();
      static create(properties?: google.protobuf.IEmpty): google.protobuf.Empty;
      static encode(message: google.protobuf.IEmpty): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): google.protobuf.Empty;
    }
  }
  namespace rpc {
    /** A gRPC status. */
    interface IStatus {
      code?: number | null | undefined;
      message?: string | null | undefined;
      details?: google.protobuf.IAny[] | null | undefined;
    }
    /** A gRPC status. */
    class Status {
      private constructor();
      static create(properties?: google.rpc.IStatus): google.rpc.Status;
      static encode(message: google.rpc.IStatus): { finish(): Uint8Array };
      static decode(bytes: Uint8Array): google.rpc.Status;
      code: number;
      message: string;
      details: google.protobuf.Any[];
    }
  }
}
