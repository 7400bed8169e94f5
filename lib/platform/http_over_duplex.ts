/**
 * HTTP/1.1 of the runtime over byte streams that the caller opens.
 *
 * @module
 */
import { Agent, type AgentOptions } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Creates an agent whose connections are opened by `open`, TLS included. Send requests by
 * `node:http`, never `node:https`.
 */
export function createAgent(open: () => Promise<Duplex>, options: AgentOptions = {}): Agent {
  return Object.assign(new Agent(options), {
    createConnection: (
      _options: unknown,
      callback: (error: Error | null, stream?: Duplex) => void,
    ) => {
      open().then((stream) => callback(null, stream), (error) => callback(error));
    },
  });
}
