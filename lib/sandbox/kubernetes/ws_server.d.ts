/** The part of the `ws` library that the server of commands uses. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export class WebSocket {
  on(event: "error", listener: (error: Error) => void): this;
  send(data: Uint8Array): void;
  close(code: number): void;
  terminate(): void;
}

export class WebSocketServer {
  constructor(options: {
    readonly noServer: true;
    handleProtocols(protocols: ReadonlySet<string>): string | false;
  });
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Uint8Array,
    done: (socket: WebSocket) => void,
  ): void;
}
