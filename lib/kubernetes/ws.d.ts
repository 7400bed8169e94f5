/** The part of the `ws` library that this folder uses. */
import type { Agent, ClientRequest, IncomingMessage } from "node:http";

export interface ClientOptions {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly maxPayload: number;
  readonly perMessageDeflate: boolean;
  readonly followRedirects: boolean;
}

export class WebSocket {
  constructor(url: string, protocols: readonly string[], options: ClientOptions);
  binaryType: "nodebuffer";
  readonly protocol: string;
  readonly bufferedAmount: number;
  on(event: "message", listener: (data: Uint8Array, isBinary: boolean) => void): this;
  on(event: "error", listener: (error: Error) => void): this;
  on(event: "close", listener: () => void): this;
  once(event: "open", listener: () => void): this;
  once(event: "upgrade", listener: (response: IncomingMessage) => void): this;
  once(
    event: "unexpected-response",
    listener: (request: ClientRequest, response: IncomingMessage) => void,
  ): this;
  send(data: Uint8Array, sent?: (error?: Error) => void): void;
  terminate(): void;
}

/** The server, for tests. */
export class WebSocketServer {
  constructor(options: {
    readonly noServer: true;
    handleProtocols(protocols: ReadonlySet<string>): string | false;
  });
  handleUpgrade(
    request: IncomingMessage,
    socket: unknown,
    head: unknown,
    done: (socket: WebSocket) => void,
  ): void;
}
