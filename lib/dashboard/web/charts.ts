/**
 * Charts of a page.
 *
 * @module
 */
import { formatCompact, formatExactShare, formatLoad } from "../format.ts";
import type { Measure } from "../series.ts";
import type { NodeModel } from "../types.ts";
import type { SessionHistory, Values } from "./history.ts";

/** A line of a chart. */
interface ChartLine {
  readonly name: string;
  /** The latest value. */
  readonly text: string;
  readonly values: Values;
}

/** A chart. */
export interface PageChart {
  readonly title: string;
  /** How to format values: a share between 0 and 1, bytes per second, or a number. */
  readonly unit: "share" | "rate" | "number";
  /** The value of the full height; null: the greatest one. */
  readonly max: number | null;
  readonly lines: readonly ChartLine[];
}

/** Charts with the same times. */
export interface PageCharts {
  /** Seconds since the Unix epoch. */
  readonly times: readonly number[];
  readonly charts: readonly PageChart[];
}

const FORMATS = {
  share: formatExactShare,
  rate: (value: number | undefined) => `${formatCompact(value)}B/s`,
  number: formatLoad,
} as const;

type Unit = PageChart["unit"];

function line(name: string, unit: Unit, values: Values): ChartLine {
  const last = values.at(-1) ?? undefined;
  return { name, text: last === undefined ? "-" : FORMATS[unit](last), values };
}

/** Returns the charts of a node. */
export function nodeCharts({ node }: NodeModel, history: SessionHistory): PageCharts {
  const of = (name: string, unit: Unit, measure: Measure) =>
    line(name, unit, [...history.valuesOf(node, measure)]);
  return {
    // A copy: pages receive the differences of successive ones.
    times: [...history.times],
    charts: [
      { title: "CPU", unit: "share", max: 1, lines: [of("usage", "share", "cpu")] },
      { title: "Memory", unit: "share", max: 1, lines: [of("in use", "share", "memory")] },
      { title: "Load", unit: "number", max: null, lines: [of("one minute", "number", "load")] },
      {
        title: "Disk",
        unit: "rate",
        max: null,
        lines: [of("read", "rate", "diskRead"), of("written", "rate", "diskWritten")],
      },
      {
        title: "Network",
        unit: "rate",
        max: null,
        lines: [of("received", "rate", "received"), of("sent", "rate", "sent")],
      },
    ],
  };
}

/** Returns the charts of all nodes: the mean and the greatest share, and the sums of rates. */
export function clusterCharts(models: readonly NodeModel[], history: SessionHistory): PageCharts {
  const combine = (
    measure: Measure,
    combined: (values: readonly number[]) => number,
  ): Values => {
    const series = models.map(({ node }) => history.valuesOf(node, measure));
    return history.times.map((_, index) => {
      const values = series.map((one) => one[index] ?? null).filter((value) => value !== null);
      return values.length === 0 ? null : Number(combined(values).toPrecision(4));
    });
  };
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const most = (values: readonly number[]) => Math.max(...values);
  const shares = (title: string, measure: Measure): PageChart => ({
    title,
    unit: "share",
    max: 1,
    lines: [
      line("mean", "share", combine(measure, mean)),
      ...models.length > 1 ? [line("highest node", "share", combine(measure, most))] : [],
    ],
  });
  const rates = (title: string, ...measures: readonly (readonly [string, Measure])[]) => ({
    title,
    unit: "rate" as const,
    max: null,
    lines: measures.map(([name, measure]) => line(name, "rate", combine(measure, sum))),
  });
  return {
    // A copy: pages receive the differences of successive ones.
    times: [...history.times],
    charts: [
      shares("CPU", "cpu"),
      shares("Memory", "memory"),
      rates("Disk", ["read", "diskRead"], ["written", "diskWritten"]),
      rates("Network", ["received", "received"], ["sent", "sent"]),
    ],
  };
}
