/**
 * Runs commands against recorded responses of Talos nodes. A call to one node also matches its part
 * of a recorded call to several.
 */
import { fail } from "node:assert/strict";
import { EndpointPool } from "../../lib/client/endpoint_pool.ts";
import { createNodeClient } from "../../lib/client/node_client.ts";
import { StatusCode, statusError } from "../../lib/rpc/mod.ts";
import type { CallOptions, Channel, Method } from "../../lib/rpc/types.ts";
import { FakeClock, type FakeSystem } from "../helpers/fake_system.ts";
import { type CommandOutcome, runCommand } from "../helpers/run_command.ts";
import { type Frame, frame } from "./frames.ts";

/** Services that the recorded nodes, of v1.8, do not have. */
const NEWER_SERVICES = ["machine.ImageService", "machine.LifecycleService"];

/** Shortly after the recording. */
const NOW = Date.UTC(2026, 10, 21, 8, 17);

/**
 * Runs `osctl` with `args` against the frames of `names`.
 *
 * @param machine an existing system, to interrupt the command.
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
      openClient({ random, signal }, { connection: flags, insecure = false }) {
        const pool = new EndpointPool(["replay:50000"], { open: () => channel, clock, random });
        return Promise.resolve(createNodeClient({
          nodes: flags.nodes,
          endpoints: [channel.endpoint],
          poolOf: () => pool,
          openDirect: () => fail("no direct client"),
          pools: [pool],
          headers: { runtime: ["Talos"] },
          isProxied: !insecure,
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
  readonly isConnected = true;

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
    const service = method.path.split("/")[1]!;
    if (NEWER_SERVICES.includes(service)) {
      // As grpc-go servers respond.
      throw statusError(StatusCode.unimplemented, `unknown service ${service}`);
    }
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

/** Returns the part of one node in a response; an empty array when there is none. */
function partOf<Res>(answer: Res, node: string | undefined): Res[] {
  const labelled = answer as { metadata?: Label; messages?: { metadata?: Label }[] };
  const isFrom = ({ metadata }: { metadata?: Label }) =>
    node === undefined || metadata?.hostname === node;
  if (labelled.messages === undefined) return isFrom(labelled) ? [answer] : [];
  return [{ ...answer, messages: labelled.messages.filter(isFrom) }];
}

type Label = { hostname: string } | null;

function hex(bytes: Uint8Array): string {
  return new Uint8Array(bytes).toHex();
}
