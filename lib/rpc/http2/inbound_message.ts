/**
 * The order of what a peer says on one stream: header fields, a body of the announced length,
 * trailers (RFC 9113, section 8.1).
 *
 * @module
 */
import { contentLength, requestFault, responseFault, trailerFault } from "./field_rules.ts";
import type { HeaderField } from "./hpack.ts";

/** Follows one message. Each step returns what is wrong with it, or undefined. */
export class InboundMessage {
  readonly #kind: "request" | "response";
  /** Whether the header fields have come; those of interim responses do not count. */
  #begun = false;
  /** Bytes of the body still to come, if they were announced. */
  #left: number | undefined;

  constructor(kind: "request" | "response") {
    this.#kind = kind;
  }

  /** Header fields or trailers. */
  fields(fields: readonly HeaderField[], endStream: boolean): string | undefined {
    if (this.#begun) {
      if (!endStream) return "something follows the trailers";
      return trailerFault(fields) ?? this.end();
    }
    const fault = this.#kind === "request" ? requestFault(fields) : responseFault(fields);
    if (fault !== undefined) return fault;
    if (this.#kind === "response" && isInterim(fields)) {
      return endStream ? "an interim response is the last" : undefined;
    }
    this.#begun = true;
    this.#left = contentLength(fields);
    if (Number.isNaN(this.#left)) return "the length of the body is no number";
    return endStream ? this.end() : undefined;
  }

  /** Some of the body. */
  body(length: number): string | undefined {
    if (!this.#begun) return "the body comes before the header fields";
    if (this.#left === undefined) return undefined;
    this.#left -= length;
    return this.#left < 0 ? "the body is longer than announced" : undefined;
  }

  /** The peer has said everything. */
  end(): string | undefined {
    if (!this.#begun) return "the header fields are missing";
    return (this.#left ?? 0) > 0 ? "the body is shorter than announced" : undefined;
  }
}

function isInterim(fields: readonly HeaderField[]): boolean {
  return fields.some(([name, value]) => name === ":status" && value.startsWith("1"));
}
