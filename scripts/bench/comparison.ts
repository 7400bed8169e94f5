/**
 * Paired measurements of two commands, as a table.
 *
 * @module
 */

interface Sample {
  /** Seconds. */
  wall: number;
  /** Seconds. */
  cpu: number;
  memoryMb: number;
}

/** A command to measure. */
export interface Candidate {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** Returns the quartile `part` of 4. */
function quartile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part / 4)]!;
}

/** Options of {@linkcode Comparison}. */
export interface ComparisonOptions {
  /** Number of pairs. */
  readonly runs: number;
  /** Selects rows by their titles. */
  readonly only: RegExp;
  /** Path of a file for the measurements. */
  readonly report: string;
}

/** Compares commands in pairs, a row each. */
export class Comparison {
  readonly #options: ComparisonOptions;
  readonly #rows: string[][] = [
    ["WORK", "OSCTL", "CPU", "MEMORY", "COMPARED WITH", "TIME", "CPU", "MEMORY", "RATIO OF TIMES"],
  ];

  constructor(options: ComparisonOptions) {
    this.#options = options;
  }

  /** Reports whether a row is selected. */
  isSelected(title: string): boolean {
    return this.#options.only.test(title);
  }

  /** Runs both alternately and adds a row: medians, the pairwise ratio A/B and its quartiles. */
  async compare(title: string, a: Candidate, b: Candidate): Promise<void> {
    if (!this.isSelected(title)) return;
    const { runs } = this.#options;
    console.error(`${title}: ${runs} pairs`);
    await this.#measure(a);
    await this.#measure(b);
    const pairs: [Sample, Sample][] = [];
    for (let run = 0; run < runs; run++) {
      pairs.push([await this.#measure(a), await this.#measure(b)]);
    }
    const cells = (index: 0 | 1) => {
      const median = (key: keyof Sample) => quartile(pairs.map((pair) => pair[index][key]), 2);
      return [
        `${median("wall").toFixed(3)} s`,
        `${median("cpu").toFixed(2)} s`,
        `${median("memoryMb").toFixed(0)} MB`,
      ];
    };
    const ratios = pairs.map(([x, y]) => x.wall / Math.max(y.wall, 0.001));
    const [low, middle, high] = [1, 2, 3].map((part) => quartile(ratios, part).toFixed(2));
    const row = [title, ...cells(0), b.name, ...cells(1), `${middle} (${low} to ${high})`];
    this.#rows.push(row);
    // An interrupted run keeps its rows.
    console.error(row.join("  "));
  }

  async #measure(candidate: Candidate): Promise<Sample> {
    const { report } = this.#options;
    const start = performance.now();
    const { code, stderr } = await new Deno.Command("time", {
      args: ["-o", report, "-f", "%U %S %M", candidate.command, ...candidate.args],
      env: candidate.env ?? {},
      stdin: "null",
      stdout: "null",
    }).output();
    const wall = (performance.now() - start) / 1000;
    if (code !== 0) {
      const reason = new TextDecoder().decode(stderr);
      throw new Error(`${candidate.name} ended with exit code ${code}: ${reason}`);
    }
    const last = (await Deno.readTextFile(report)).trim().split("\n").at(-1)!;
    const [user, system, kilobytes] = last.split(" ").map(Number);
    return { wall, cpu: user! + system!, memoryMb: kilobytes! / 1000 };
  }

  /** Prints all rows. */
  print(): void {
    const rows = this.#rows;
    const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
    for (const row of rows) {
      console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd());
    }
  }
}
