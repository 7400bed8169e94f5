/**
 * Comparison of osctl with its newest release.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { NEWEST_RELEASE_URL } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { View } from "../../output/rows.ts";
import { describeFetchFailure, isUntrusted, TRUST_HINT } from "../../platform/fetch_failure.ts";
import type { System } from "../../platform/system.ts";
import { isOlder } from "./is_older.ts";

const TIMEOUT_MS = 10_000;

const HINT = "check the connection, or set OSCTL_RELEASE_URL to a mirror";

/** The tag of a release. */
const TAG = /^v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)$/;

/** A release of osctl. */
export interface ReleaseComparison {
  /** Version of this program, without `v`. */
  readonly current: string;
  readonly newest: string;
  readonly isCurrent: boolean;
  /** Page of the newest release; empty when unknown. */
  readonly url: string;
}

/**
 * Requests the newest release from `OSCTL_RELEASE_URL`, by default from the project.
 *
 * @param current version of this program.
 * @throws {OsctlError} of kind `connection` without a response, of kind `input` for an unexpected one.
 */
export async function checkRelease(
  system: Pick<System, "env" | "clock" | "fetch" | "signal">,
  current: string,
): Promise<ReleaseComparison> {
  const { env, clock, signal } = system;
  const url = env.get("OSCTL_RELEASE_URL") || NEWEST_RELEASE_URL;
  const address = webUrl(url);
  if (address === undefined) {
    throw new OsctlError("input", "invalid OSCTL_RELEASE_URL: not an http or https URL", {
      hint: `use a URL such as ${NEWEST_RELEASE_URL}`,
    });
  }
  // Without credentials and tokens.
  const shown = `${address.origin}${address.pathname}`;
  const fail = (kind: "connection" | "input", reason: string) =>
    new OsctlError(kind, `cannot get the newest release from "${shown}": ${reason}`, {
      hint: isUntrusted(reason) ? TRUST_HINT : HINT,
    });
  using deadline = createDeadline({
    clock,
    ms: TIMEOUT_MS,
    expired: () => fail("connection", "no response within 10s"),
    signals: [signal],
  });
  try {
    const response = await system.fetch(url, {
      headers: { accept: "application/json" },
      signal: deadline.signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw fail("input", `HTTP status ${response.status}`);
    }
    const { tag_name: tag, html_url: page } = await response.json() as Record<string, unknown>;
    if (typeof tag !== "string") throw fail("input", "the response has no tag_name");
    const newest = TAG.exec(tag)?.[1];
    if (newest === undefined) throw fail("input", "the tag_name of the response is not a version");
    const isCurrent = !isOlder(current, newest);
    const isText = typeof page === "string";
    return { current, newest, isCurrent, url: isText ? webUrl(page)?.href ?? "" : "" };
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (error instanceof OsctlError) throw error;
    if (error instanceof SyntaxError) throw fail("input", "the response is not JSON");
    if (error instanceof TypeError) throw fail("connection", describeFetchFailure(error));
    throw error;
  }
}

/** Parses an http or https URL; its text has no control characters. */
function webUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** View of a comparison. */
export const releaseView: View<ReleaseComparison> = {
  local: true,
  name: "newest",
  columns: [],
  fields: {
    current: ({ current }) => current,
    newest: ({ newest }) => newest,
    isCurrent: ({ isCurrent }) => isCurrent,
    url: ({ url }) => url,
  },
};

/** Formats a comparison as a line. */
export function formatRelease({ current, newest, isCurrent, url }: ReleaseComparison): string {
  if (isCurrent) return `osctl ${current} is current\n`;
  return `osctl ${newest} is available, this is ${current}${url && `: ${url}`}\n`;
}
