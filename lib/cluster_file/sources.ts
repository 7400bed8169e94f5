/**
 * The texts of a cluster file and the files it includes, as one range of offsets, so that a value
 * keeps its position when the files are merged.
 *
 * @module
 */
import { problemLines } from "../machineconfig/load/mod.ts";
import type { Problem } from "../machineconfig/problem.ts";
import type { SourceEntry, SourceNode } from "../yaml/mod.ts";

/** A file of a cluster. */
export interface SourceFile {
  /** Path as the user wrote it, or joined to the folder of the file that includes it. */
  readonly name: string;
  /** The text that is parsed. */
  readonly text: string;
  /** Offset of its first character. */
  readonly base: number;
}

/** Files with consecutive offsets. */
export class Sources {
  readonly files: SourceFile[] = [];
  #next = 0;

  /** Adds a file; its offsets start at `base`. */
  add(name: string, text: string): SourceFile {
    const file = { name, text, base: this.#next };
    this.files.push(file);
    // The end of a text has an offset as well.
    this.#next += text.length + 1;
    return file;
  }

  /** Returns the file of an offset. */
  fileOf(offset: number): SourceFile {
    return this.files.findLast(({ base }) => base <= offset) ?? this.files[0]!;
  }

  /** Returns `file:line:column: path: message; hint` for each problem, in the order of the files. */
  lines(problems: readonly Problem[]): string[] {
    return this.files.flatMap((file) => {
      const own = problems
        .filter(({ offset }) => this.fileOf(offset) === file)
        .map((problem) => ({ ...problem, offset: problem.offset - file.base }))
        .toSorted((a, b) => a.offset - b.offset);
      return own.length === 0 ? [] : problemLines(own, file);
    });
  }
}

/** Returns a tree with offsets increased by `base`. */
export function shifted(node: SourceNode, base: number): SourceNode {
  const range = { offset: node.offset + base, start: node.start + base, end: node.end + base };
  switch (node.kind) {
    case "scalar":
      return { ...node, ...range };
    case "list":
      return { ...node, ...range, items: node.items.map((item) => shifted(item, base)) };
    case "map":
      return {
        ...node,
        ...range,
        entries: node.entries.map((entry): SourceEntry => ({
          ...entry,
          keyOffset: entry.keyOffset + base,
          keyEnd: entry.keyEnd + base,
          valueFrom: entry.valueFrom + base,
          value: shifted(entry.value, base),
        })),
      };
  }
}
