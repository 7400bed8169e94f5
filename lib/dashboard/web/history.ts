/**
 * Measures of nodes over the whole session, for charts.
 *
 * @module
 */
import { type Measure, MEASURES } from "../series.ts";
import type { NodeModel } from "../types.ts";

/** Points after which pairs are merged, so that a session of any length has bounded memory. */
const MAX_POINTS = 720;

/** Values of a measure; null where a node did not respond. */
export type Values = readonly (number | null)[];

/** Samples of all nodes at the same times. */
export class SessionHistory {
  /** Seconds since the Unix epoch. */
  readonly times: number[] = [];
  readonly #nodes = new Map<string, Record<Measure, (number | null)[]>>();
  /** Samples that a point is the mean of. */
  #step = 1;
  #pending: { readonly at: number; readonly models: ReadonlyMap<string, Sums> } | undefined;
  #count = 0;

  /** Adds the latest values of nodes. `now`: milliseconds since the Unix epoch. */
  record(models: readonly NodeModel[], now: number): void {
    const sums = this.#pending ?? {
      at: now / 1000,
      models: new Map(models.map(({ node }) => [node, createSums()])),
    };
    this.#pending = sums;
    for (const model of models) {
      const isMissing = model.problem !== undefined || model.updatedAt === undefined;
      const own = sums.models.get(model.node)!;
      for (const measure of MEASURES) {
        const [value] = isMissing ? [] : model.series[measure].latest(1);
        if (value !== undefined) own[measure].push(value);
      }
    }
    if (++this.#count < this.#step) return;
    this.#count = 0;
    this.#pending = undefined;
    this.times.push(Math.round(sums.at));
    for (const [node, values] of sums.models) {
      const series = this.#seriesOf(node);
      for (const measure of MEASURES) series[measure].push(meanOf(values[measure]));
    }
    if (this.times.length >= MAX_POINTS) this.#merge();
  }

  /** Returns the values of a node. */
  valuesOf(node: string, measure: Measure): Values {
    return this.#nodes.get(node)?.[measure] ?? this.times.map(() => null);
  }

  #seriesOf(node: string): Record<Measure, (number | null)[]> {
    const known = this.#nodes.get(node);
    if (known !== undefined) return known;
    const before = this.times.slice(1).map(() => null);
    const created = Object.fromEntries(
      MEASURES.map((measure) => [measure, [...before]]),
    ) as unknown as Record<Measure, (number | null)[]>;
    this.#nodes.set(node, created);
    return created;
  }

  #merge(): void {
    this.#step *= 2;
    const everySecond = this.times.filter((_, index) => index % 2 === 0);
    this.times.splice(0, Infinity, ...everySecond);
    for (const series of this.#nodes.values()) {
      for (const measure of MEASURES) {
        const values = series[measure];
        series[measure] = everySecond.map((_, index) =>
          meanOf(values.slice(2 * index, 2 * index + 2).filter((value) => value !== null))
        );
      }
    }
  }
}

type Sums = Record<Measure, number[]>;

function createSums(): Sums {
  return Object.fromEntries(MEASURES.map((measure) => [measure, []])) as unknown as Sums;
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(4));
}
