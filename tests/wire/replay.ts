/**
 * Runs commands against recorded calls: a client whose endpoint answers with what real nodes said.
 * A call to one node also finds its part of a recorded call to several.
 */
import { EndpointPool } from "../../lib/client/endpoint_pool.ts";
import { createNodeClient } from "../../lib/client/node_client.ts";
import { statusError } from "../../lib/rpc/mod.ts";
import type { CallOptions, Channel, Method } from "../../lib/rpc/types.ts";
import { FakeClock, type FakeSystem } from "../helpers/fake_system.ts";
import { type CommandOutcome, runCommand } from "../helpers/run_command.ts";
import { type Frame, frame } from "./frames.ts";

/** A little after the recording. */
const NOW = Date.UTC(2026, 10, 21, 8, 17);

/**
 * Runs `osctl` with `args`; its calls are answered by the frames of these names.
 *
 * @param machine a machine made before, for a command that somebody has to stop.
 */
export async function replay(
  names: string[],
  args: string[],
  machine: { system?: FakeSystem } = {},
): Promise<CommandOutcome> {
  const clock = new FakeClock(NOW);
  const channel = new ReplayChannel(names.map(frame));
  return await runCommand(args, {
    clock,
    ...machine,
    wiring: {
      openClient({ random, signal }, { flags, insecure = false }) {
        const pool = new EndpointPool(["replay:50000"], { open: () => channel, clock, random });
        return Promise.resolve(createNodeClient({
          nodes: flags.nodes,
          endpoints: [channel.endpoint],
          poolOf: () => pool,
          pools: [pool],
          headers: { runtime: ["Talos"] },
          naming: !insecure,
          callMs: 30_000,
          clock,
          signal,
        }));
      },
    },
  });
}

class ReplayChannel implements Channel {
  readonly endpoint = "replay:50000";

  constructor(readonly frames: readonly Frame[]) {}

  connect(): Promise<void> {
    return Promise.resolve();
  }

  unary<Req, Res>(method: Method<Req, Res>, request: Req, options: CallOptions = {}): Promise<Res> {
    const [message] = this.#answers(method, request, options);
    if (message === undefined) throw new Error(`the frame for ${method.path} is empty`);
    return Promise.resolve(message);
  }

  async *serverStream<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    options: CallOptions = {},
  ): AsyncGenerator<Res> {
    yield* await Promise.resolve(this.#answers(method, request, options));
  }

  clientStream<Req, Res>(method: Method<Req, Res>): Promise<Res> {
    throw new Error(`no upload was recorded for ${method.path}`);
  }

  close(): void {}

  #answers<Req, Res>(method: Method<Req, Res>, request: Req, { headers }: CallOptions): Res[] {
    const sent = hex(method.encodeRequest(request));
    const node = headers?.["nodes"]?.[0];
    const found = this.frames.find((frame) =>
      frame.path === method.path && hex(frame.request) === sent &&
      (node === undefined ? frame.metadata.length === 0 : frame.metadata.includes(`nodes: ${node}`))
    );
    if (found === undefined) {
      throw new Error(`no frame for ${method.path} at ${node} with request "${sent}"`);
    }
    const { status, responses } = found;
    if (status.code !== 0) throw statusError(status.code, status.details ?? "");
    return responses.map((bytes) => method.decodeResponse(bytes))
      .flatMap((answer) => partOf(answer, node));
  }
}

/** What one node said in an answer, in an array; an empty one when it said nothing. */
function partOf<Res>(answer: Res, node: string | undefined): Res[] {
  const labelled = answer as { metadata?: Label; messages?: { metadata?: Label }[] };
  const said = ({ metadata }: { metadata?: Label }) =>
    node === undefined || metadata?.hostname === node;
  if (labelled.messages === undefined) return said(labelled) ? [answer] : [];
  return [{ ...answer, messages: labelled.messages.filter(said) }];
}

type Label = { hostname: string } | null;

function hex(bytes: Uint8Array): string {
  return new Uint8Array(bytes).toHex();
}
