/**
 * Follows several logs of nodes.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { toByteStream } from "../../client/mod.ts";
import { containerSelection } from "../../node/containers/mod.ts";
import { parseLineTime } from "../../node/logs/mod.ts";
import { followStream, KERNEL_LOG } from "../follow.ts";
import { toPlainLine } from "../log_buffer.ts";
import { type FeedTarget, runUntilClosed } from "./feed_target.ts";
import { LogLines, type LogSource } from "./log_lines.ts";

/** Past lines requested from each log; fewer of many logs. */
const TAIL_LINES = 500;
const MIN_TAIL_LINES = 50;
const MAX_TAIL_TOTAL = 10_000;

/** Longest line, UTF-16 code units; the rest is cut. */
const MAX_LINE = 4000;

/** Logs of nodes. */
export class LogFeed {
  readonly sources: readonly LogSource[];
  readonly lines = new LogLines();
  /** Why logs are not streamed, by source. */
  readonly problems = new Map<LogSource, string>();
  readonly #target: FeedTarget;

  constructor(target: FeedTarget, sources: readonly LogSource[]) {
    this.#target = target;
    this.sources = sources;
  }

  /** Follows the logs until the returned function is called. */
  start(): () => void {
    return runUntilClosed(
      this.#target,
      (signal) => this.sources.map((source) => this.#follow(source, signal)),
    );
  }

  #follow(source: LogSource, signal: AbortSignal): Promise<void> {
    const { clock, changed } = this.#target;
    const { node } = source;
    const read = async () => {
      const decoder = new TextDecoder();
      let rest = "";
      let order = 0;
      let isFirst = true;
      for await (const bytes of toByteStream(this.#open(source, signal))) {
        // The node sends the log again; until then the old lines stay visible.
        if (isFirst) this.lines.remove(source);
        isFirst = false;
        this.problems.delete(source);
        const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = parts.pop()!.slice(0, MAX_LINE);
        for (const part of parts) {
          const text = toPlainLine(part.slice(0, MAX_LINE));
          const time = parseLineTime(text, clock.now());
          order = time ?? order;
          this.lines.add({ source, time, order, text });
        }
        changed();
      }
    };
    return followStream(node, { clock, signal }, read, (reason) => {
      this.problems.set(source, reason);
      changed();
    });
  }

  #open({ node, id, isKubernetes }: LogSource, signal: AbortSignal) {
    const { client } = this.#target;
    const options = { signal, idleLimit: "none" as const };
    if (id === KERNEL_LOG && !isKubernetes) {
      return client.stream(MachineService.Dmesg, { follow: true, tail: false }, node, options);
    }
    const share = Math.floor(MAX_TAIL_TOTAL / this.sources.length);
    const tailLines = Math.min(Math.max(share, MIN_TAIL_LINES), TAIL_LINES);
    const request = {
      ...containerSelection({ kubernetes: isKubernetes }),
      id,
      follow: true,
      tailLines,
    };
    return client.stream(MachineService.Logs, request, node, options);
  }
}
