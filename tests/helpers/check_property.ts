/** Property tests with generated and shrunk input. */
import fc from "fast-check";
import { readSeed } from "./seeded.ts";

/** Number of cases in the suite. `OSCTL_PROPERTY_RUNS` replaces it: `deno task properties`. */
const RUNS = 2000;

type Property<Values> = fc.IRawProperty<Values>;

/** Defines a property test. A failure prints the smallest input found, and the seed. */
export function checkProperty<Values>(name: string, property: Property<Values>): void {
  Deno.test(name, async () => {
    await fc.assert(property, {
      numRuns: Number(Deno.env.get("OSCTL_PROPERTY_RUNS") ?? RUNS),
      seed: readSeed(),
    });
  });
}

/** Calls `run`; returns the error instead of throwing it. */
export function resultOf<T>(run: () => T): { value: T } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
