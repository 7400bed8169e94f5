/**
 * Requests to the node that has the state of the cluster.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { Clock } from "../../async/clock.ts";
import { createDeadline } from "../../async/deadline.ts";
import { sectionOf } from "../../machineconfig/data.ts";
import { type MachineConfig, mainData, readAuthorities } from "../configuration/mod.ts";
import { deriveKey, PEERS_PATH } from "./protocol.ts";

/** Time limit of a request, milliseconds; a view request is answered within half of it. */
const REQUEST_MS = 10_000;

/** No answer of the node, or a rejection. */
export class PeerError extends Error {
  override readonly name = "PeerError";
}

/** Sends requests to the endpoint of a machine configuration. */
export class PeerClient implements Disposable {
  readonly #clock: Clock;
  readonly #config: () => MachineConfig | undefined;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(clock: Clock, config: () => MachineConfig | undefined) {
    this.#clock = clock;
    this.#config = config;
  }

  /**
   * Sends a request and returns the response.
   *
   * @param path name of the request, with its query.
   * @throws {PeerError} Without an answer; the reason of `signal` when that is aborted.
   */
  async send<Response>(path: string, body: object, signal: AbortSignal): Promise<Response> {
    const config = this.#config();
    const data = mainData(config?.documents ?? []);
    const { endpoint } = sectionOf(sectionOf(data, "cluster"), "controlPlane");
    const key = await deriveKey(data);
    if (typeof endpoint !== "string" || key === undefined) {
      throw new PeerError("the configuration has no endpoint or cluster secret");
    }
    using deadline = createDeadline({
      clock: this.#clock,
      ms: REQUEST_MS,
      signals: [signal],
      expired: () => new PeerError("no answer in time"),
    });
    const { hostname, port } = new URL(endpoint);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request({
        agent: this.#agent,
        host: hostname.replace(/^\[|\]$/g, ""),
        port: Number(port) || 443,
        method: "POST",
        path: `${PEERS_PATH}${path}`,
        ca: readAuthorities(data, "cluster").accepted.join(""),
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        signal: deadline.signal,
      }, resolve);
      outgoing.on("error", reject);
      outgoing.end(JSON.stringify(body));
    }).catch((error) => {
      deadline.signal.throwIfAborted();
      throw new PeerError(error instanceof Error ? error.message : String(error), { cause: error });
    });
    const text = await readText(response);
    if (response.statusCode === 200) return JSON.parse(text);
    throw new PeerError(readReason(text) ?? `status ${response.statusCode}`);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** Returns the reason of a rejection; undefined for a text of another server. */
function readReason(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error === "string" ? error : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw new PeerError("the connection closed", { cause: error });
  }
  return text;
}
