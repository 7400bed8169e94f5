/**
 * Commands in containers: WebSocket with the subprotocols `v5.channel.k8s.io` and
 * `v4.channel.k8s.io`. No process runs; the script of the container's image defines the output.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
// @ts-types="./ws_server.d.ts"
import { type WebSocket, WebSocketServer } from "ws";
import { ApiError } from "./api_error.ts";
import { type CommandResult, type ContainerScript, scriptOf } from "./container_scripts.ts";
import { type JsonMap, mapAt, mapsAt, valueAt } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";
import { containerName } from "./pod_logs.ts";
import { getObject } from "./read.ts";
import { parseBoolean, type ResourceRequest } from "./request.ts";

/** Channels: the first byte of every message. */
const CHANNEL = { stdout: 1, stderr: 2, status: 3 } as const;
const PROTOCOLS = ["v5.channel.k8s.io", "v4.channel.k8s.io"];
const MAX_MESSAGE_SIZE = 32 * 1024;

/** The result of a command, and the streams that the client requested. */
export interface ExecResult extends CommandResult {
  readonly streams: ReadonlySet<"stdout" | "stderr">;
}

/**
 * Runs the command of a request.
 *
 * @throws {ApiError} when the pod or the container does not run.
 */
export function runCommand(
  store: ObjectStore,
  scripts: readonly ContainerScript[],
  request: ResourceRequest,
): ExecResult {
  const { query } = request;
  const pod = getObject(store, request);
  const name = containerName(pod, query.get("container") ?? "");
  const command = query.getAll("command");
  if (command.length === 0) {
    throw new ApiError("BadRequest", "you must specify at least 1 command for the container");
  }
  const status = mapsAt(pod, "status", "containerStatuses").find((one) => one["name"] === name);
  if (valueAt(status, "state", "running") === undefined) {
    throw new ApiError("InternalError", `container not found ("${name}")`);
  }
  const container: JsonMap = mapsAt(pod, "spec", "containers").find((one) => one["name"] === name)!;
  const result = scriptOf(scripts, container)?.exec?.(command, container, mapAt(pod, "spec")) ??
    { stderr: "no process runs in the sandbox\n", code: 126 };
  const streams = (["stdout", "stderr"] as const).filter((one) => parseBoolean(query, one));
  return { ...result, streams: new Set(streams) };
}

/** Accepts a WebSocket and sends the result of a command. */
export function sendResult(
  request: IncomingMessage,
  socket: Duplex,
  head: Uint8Array,
  result: ExecResult,
): void {
  const server = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => PROTOCOLS.find((one) => offered.has(one)) ?? false,
  });
  server.handleUpgrade(request, socket, head, (session) => {
    // Input is dropped: the script has the output already.
    session.on("error", () => session.terminate());
    for (const stream of result.streams) {
      sendText(session, CHANNEL[stream], result[stream] ?? "");
    }
    sendText(session, CHANNEL.status, JSON.stringify(exitStatus(result.code)));
    session.close(1000);
  });
}

function sendText(session: WebSocket, channel: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += MAX_MESSAGE_SIZE) {
    const part = bytes.subarray(start, start + MAX_MESSAGE_SIZE);
    const message = new Uint8Array(part.length + 1);
    message[0] = channel;
    message.set(part, 1);
    session.send(message);
  }
}

function exitStatus(code: number): JsonMap {
  const base = { kind: "Status", apiVersion: "v1", metadata: {} };
  if (code === 0) return { ...base, status: "Success" };
  return {
    ...base,
    status: "Failure",
    reason: "NonZeroExitCode",
    message: `command terminated with non-zero exit code: exit status ${code}`,
    details: { causes: [{ reason: "ExitCode", message: String(code) }] },
  };
}
