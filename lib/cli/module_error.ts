/**
 * Errors of lazily loaded modules when the program runs from a URL: the server is down, or no longer
 * has the files of the build that runs.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

const RELOAD = 'load its present build: add --reload after "deno run"';

/** Errors of the runtime about redirects, and about content types other than JavaScript. */
const RESPONSES = [
  "Too many redirects",
  "Failed reading location header",
  "Loading unprepared module",
  "Attempted to load JSON module",
  "The Wasm module could not be parsed",
  "Expected a JavaScript or TypeScript module",
];

/**
 * Converts the runtime's error about a module of this program; undefined for other errors.
 *
 * @param base URL of the folder of the program.
 */
export function moduleError(
  error: Error,
  base = new URL(".", import.meta.url).href,
): OsctlError | undefined {
  if (!/^https?:/.test(base)) return undefined;
  const { message } = error;
  const start = message.indexOf(base);
  const isResponse = RESPONSES.some((text) => message.startsWith(text));
  // Some errors of the runtime about a response do not contain its URL.
  if (start < 0 && !isResponse) return undefined;
  const [url = base] = /^[^"'\s]+?\.js/.exec(start < 0 ? "" : message.slice(start)) ?? [];
  const failed = (reason: string, hint: string) =>
    new OsctlError("connection", `cannot load "${url}": ${reason}`, { hint, cause: error });
  if (message.startsWith("Module not found")) {
    return failed("the server does not have this file, or serves another build of osctl", RELOAD);
  }
  const [, response] = /^Import '[^']*' failed: (\d{3}\b.*)/.exec(message) ?? [];
  const again = "check that the server responds, then run the command again";
  if (response !== undefined) return failed(`the server responded ${response}`, again);
  if (/^Import ['"]/.test(message)) return failed(rootCause(message), again);
  // `x.js` of a cache, a proxy or a login page, or of another build.
  return isResponse || /SyntaxError|does not provide an export/.test(`${error.name} ${message}`)
    ? failed("the server returned another file", RELOAD)
    : undefined;
}

/** Returns the last of numbered causes, such as "Connection refused". */
function rootCause(message: string): string {
  const causes = message.split("\n").map((line) => line.replace(/^\s*\d+:\s*/, "").trim())
    .filter((line) => !line.startsWith("at "));
  return causes.at(-1)!.replace(/ \(os error \d+\)$/, "");
}
