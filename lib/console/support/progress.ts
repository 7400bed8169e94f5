/**
 * Progress of a collection: bars on a terminal, or log lines.
 *
 * @module
 */
import type { Colours } from "../../output/colour.ts";
import { createColours } from "../../output/colour.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { type DrawSize, type RedrawSystem, startRedraw } from "../../output/redraw.ts";
import { formatSize } from "../../output/size.ts";
import { countCodePoints, escapeControls, truncateText } from "../../output/text.ts";
import type { Writer } from "../../output/write_behind.ts";
import type { CollectionProgress } from "../../procedures/support/collect.ts";

/** Progress that is shown until `end` resolves. */
export interface ShownProgress extends CollectionProgress {
  end(): Promise<void>;
}

/** Shows nothing, for output that is not a terminal. */
export const NO_PROGRESS: ShownProgress = {
  listed() {},
  started() {},
  received() {},
  collected() {},
  failed() {},
  ended() {},
  end: () => Promise.resolve(),
};

/** Writes a line for each member and each failure. */
export function logLines(out: Writer): ShownProgress {
  let written = Promise.resolve();
  const line = (text: string) => {
    written = written.then(() => out.write(`${escapeControls(text)}\n`));
    written.catch(() => {}); // `end` rejects with the error
  };
  return {
    ...NO_PROGRESS,
    collected: ({ path, bytes }) => line(`${path} (${formatSize(bytes)})`),
    failed: ({ source, item, error }) => line(`${source}: ${item}: ${error.message}`),
    end: () => written,
  };
}

/** Progress of a source. */
export interface SourceProgress {
  readonly name: string;
  /** Undefined until the items are listed. */
  count: number | undefined;
  ended: number;
  failed: number;
  bytes: number;
  /** The item that started last. */
  item: string;
}

/** Draws a bar for each source. */
export function progressBars(
  system: RedrawSystem,
  names: readonly string[],
  signal: AbortSignal,
): ShownProgress {
  const sources = new Map(names.map((name) => [name, newProgress(name)]));
  const startedAt = system.clock.now();
  const colours = createColours(system, "stderr");
  const drawing = startRedraw(system, signal, (size) => {
    const elapsed = formatElapsed(system.clock.now() - startedAt);
    return drawBars([...sources.values()], { ...size, colours, elapsed });
  });
  const update = (name: string, change: (source: SourceProgress) => void) =>
    change(sources.get(name)!);
  return {
    listed: (name, count) => update(name, (source) => source.count = count),
    started: (name, item) => update(name, (source) => source.item = item),
    received: (name, bytes) => update(name, (source) => source.bytes += bytes),
    collected() {},
    failed: ({ source: name }) => update(name, (source) => source.failed++),
    ended: (name) => update(name, (source) => source.ended++),
    end: () => drawing.end(),
  };
}

/** Returns the progress of a source before its listing. */
export function newProgress(name: string): SourceProgress {
  return { name, count: undefined, ended: 0, failed: 0, bytes: 0, item: "" };
}

/** Options of {@linkcode drawBars}. */
export interface BarOptions extends DrawSize {
  readonly colours: Colours;
  readonly elapsed: string;
}

const BAR_WIDTH = 20;

/** Returns a line for each source, truncated to the width; the last line counts the omitted ones. */
export function drawBars(
  sources: readonly SourceProgress[],
  { columns, rows, colours, elapsed }: BarOptions,
): string[] {
  const width = Math.max(...sources.map(({ name }) => countCodePoints(name)));
  // Sources that have not ended come first when there are too few rows.
  const shown = sources.length <= rows
    ? sources
    : sources.toSorted((a, b) => Number(isEnded(a)) - Number(isEnded(b))).slice(0, rows - 1);
  const lines = shown.map((source) => {
    const share = source.count ? source.ended / source.count : isEnded(source) ? 1 : 0;
    const filled = Math.floor(share * BAR_WIDTH);
    const bar = `[${"=".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}]`;
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    const failed = source.failed === 0 ? "" : `, ${source.failed} failed`;
    const size = formatSize(source.bytes).padStart(7);
    const start = `${source.name.padEnd(width)} ${bar} ${percent} ${size}`;
    const line = `${start} ${stateOf(source)}${failed}`;
    const text = truncateText(escapeControls(line), columns);
    return source.failed === 0 ? text : colours.red(text);
  });
  if (shown.length < sources.length) {
    const left = sources.length - shown.length;
    lines.push(truncateText(`${left} more, ${elapsed}`, columns));
  }
  return lines;
}

function isEnded({ count, ended }: SourceProgress): boolean {
  return count !== undefined && ended >= count;
}

function stateOf(source: SourceProgress): string {
  if (source.count === undefined) return "listing items";
  return isEnded(source) ? "done" : source.item;
}
