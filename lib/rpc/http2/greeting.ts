/**
 * How each side begins a connection (RFC 9113, section 3.4).
 *
 * @module
 */
import { bytes32 } from "./bytes.ts";
import type { ConnectionOptions } from "./connection_options.ts";
import { DEFAULT_WINDOW, FrameType, Setting } from "./frame_types.ts";
import type { Output } from "./output.ts";
import { PREFACE } from "./preface.ts";
import { encodeSettings } from "./settings.ts";

/** Sends the preface, the settings, and the size of the connection's window. */
export function greet(output: Output, options: ConnectionOptions): void {
  const client = options.role === "client";
  if (client) output.write(PREFACE);
  const settings = encodeSettings([
    [Setting.initialWindowSize, options.streamWindow],
    [Setting.maxFrameSize, options.frameSize],
    [Setting.maxHeaderListSize, options.headerLimit],
    client ? [Setting.enablePush, 0] : [Setting.maxConcurrentStreams, options.maxStreams],
  ]);
  output.frame(FrameType.settings, 0, 0, settings);
  const more = options.connectionWindow - DEFAULT_WINDOW;
  if (more > 0) output.frame(FrameType.windowUpdate, 0, 0, bytes32(more));
  output.flush();
}
