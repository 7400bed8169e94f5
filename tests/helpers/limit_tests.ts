/**
 * Gives each test a limit of time, so that one that hangs fails by name and the others run on.
 * Loaded before the tests of the gate (`--preload`).
 *
 * @module
 */

/** Longer than the longest test on a busy machine. */
const LIMIT_MS = 8 * 60_000;

type TestFunction = Deno.TestDefinition["fn"];
type Options = Partial<Omit<Deno.TestDefinition, "fn">>;
type TestArguments = [
  first: string | TestFunction | (Options & { fn?: TestFunction }),
  second?: Options | TestFunction,
  third?: TestFunction,
];

/** Returns the definition that any form of `Deno.test`'s arguments means. */
function definition(...[first, second, third]: TestArguments): Deno.TestDefinition {
  const given = [first, second, third];
  const fn = given.find((value) => typeof value === "function");
  const options: Options & { fn?: TestFunction } = Object.assign(
    {},
    ...given.filter((value) => typeof value === "object"),
  );
  const body = fn ?? options.fn;
  const name = typeof first === "string" ? first : options.name ?? body?.name;
  if (body === undefined || name === undefined) {
    throw new TypeError("a test needs a name and a function");
  }
  return { timeout: LIMIT_MS, ...options, name, fn: body };
}

const test = Deno.test;
Object.defineProperty(Deno, "test", {
  value: Object.assign((...args: TestArguments) => test(definition(...args)), test),
});
