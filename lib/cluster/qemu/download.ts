/**
 * Boot assets by URL: downloads to a cache, resumed after an interruption, with a checksum if the
 * URL has one.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { IdleTimeout } from "../../async/idle_timeout.ts";
import { OsctlError } from "../../errors.ts";
import { ensureFolder, exists, readTextIfPresent, withFileErrors } from "../../platform/files.ts";
import { removeIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { describeFetchFailure, isUntrusted, TRUST_HINT } from "../../platform/fetch_failure.ts";
import { HOME_FOLDER } from "../../distribution.ts";
import type { System } from "../../platform/system.ts";
import type { Report } from "../types.ts";

/** Options of {@linkcode resolveAsset}. */
export interface DownloadOptions extends Pick<System, "home" | "signal" | "fetch" | "clock"> {
  readonly report: Report;
}

/** Time without data after which a download fails, milliseconds. */
const IDLE_MS = 60_000;
const MAX_REDIRECTS = 5;
const CHECKSUMS: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };

/** Returns whether a value is a URL to download. */
function isUrl(value: string): boolean {
  return /^https?:\/\//.test(value);
}

/** Returns the file of a URL in the cache: talosctl uses the same name. */
export function cachePath(url: string, home: string): string {
  return `${home}/${HOME_FOLDER}/cache/${url.replaceAll(/[/:]/g, "-")}`;
}

/**
 * Returns the path of an asset: a path as it is, a URL as its file in the cache, downloaded if
 * missing. `?checksum=sha256:<hex>` in a URL is verified and not sent.
 */
export async function resolveAsset(value: string, options: DownloadOptions): Promise<string> {
  if (!isUrl(value)) return value;
  const path = cachePath(value, options.home);
  if (await exists(path)) return path;
  const url = URL.parse(value);
  if (url === null) throw new OsctlError("usage", `"${value}" is not a URL`);
  const checksum = parseChecksum(url);
  const shown = `${url.origin}${url.pathname}`;
  // The path has the credentials and parameters of the URL.
  await options.report(`downloading "${shown}"`);
  await ensureFolder(path.slice(0, path.lastIndexOf("/")), 0o700);
  const part = `${path}.part`;
  await download(url, part, options);
  if (checksum !== undefined) await verify(part, checksum, shown);
  await withFileErrors("rename", part, () => Deno.rename(part, path));
  await removeIfPresent(`${part}.tag`);
  return path;
}

interface Checksum {
  readonly algorithm: string;
  readonly digest: string;
}

/** Removes the checksum from a URL and returns it. */
function parseChecksum(url: URL): Checksum | undefined {
  const text = url.searchParams.get("checksum");
  if (text === null) return undefined;
  url.searchParams.delete("checksum");
  const [algorithm = "", digest = ""] = text.toLowerCase().split(":");
  if (new RegExp(`^[0-9a-f]{${CHECKSUMS[algorithm] ?? 0}}$`).test(digest) && digest !== "") {
    return { algorithm, digest };
  }
  throw new OsctlError("usage", `invalid checksum "${text}" in the URL`, {
    hint: "use checksum=sha256:<64 hexadecimal digits>",
  });
}

async function verify(path: string, { algorithm, digest }: Checksum, url: string): Promise<void> {
  const hash = createHash(algorithm);
  using file = await withFileErrors("read", path, () => Deno.open(path));
  const buffer = new Uint8Array(2 ** 20);
  for (;;) {
    const count = await file.read(buffer);
    if (count === null) break;
    hash.update(buffer.subarray(0, count));
  }
  const actual = hash.digest("hex");
  if (actual === digest) return;
  await removeIfPresent(path);
  throw new OsctlError("input", `wrong ${algorithm} checksum of "${url}": ${actual}`, {
    hint: "check the URL and the checksum",
  });
}

/** Downloads to a partial file, which an earlier download of the same version continues. */
async function download(url: URL, path: string, options: DownloadOptions): Promise<void> {
  const tagPath = `${path}.tag`;
  const tag = await readTextIfPresent(tagPath);
  let offset = 0;
  if (tag !== undefined && await exists(path)) offset = (await Deno.stat(path)).size;
  const headers: Record<string, string> = offset === 0
    ? {}
    : { range: `bytes=${offset}-`, "if-range": tag! };
  using idle = new IdleTimeout(options.clock, IDLE_MS, () => new Error("no data for 60 seconds"));
  const response = await open(url, headers, { ...options, idle });
  const { status, body } = response;
  // 416: the partial file is complete.
  if (status === 416 && offset > 0) return await body?.cancel();
  if (status !== 200 && status !== 206) {
    await body?.cancel();
    throw new OsctlError(
      "connection",
      `download of "${url.origin}${url.pathname}" failed: HTTP ${status}`,
      {
        hint: "check the URL",
      },
    );
  }
  const [etag, modified, length] = ["etag", "last-modified", "content-length"]
    .map((name) => response.headers.get(name));
  // A weak tag does not identify bytes.
  const newTag = etag && !etag.startsWith("W/") ? etag : modified;
  await removeIfPresent(tagPath);
  const isResumed = status === 206;
  using file = await withFileErrors(
    "write",
    path,
    () => Deno.open(path, { create: true, write: true, append: isResumed, truncate: !isResumed }),
  );
  if (newTag) await writeFileAtomic(tagPath, newTag, { mode: 0o644 });
  let received = 0;
  try {
    idle.begin();
    for await (const chunk of body ?? []) {
      idle.end();
      for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
      received += chunk.length;
      idle.begin();
    }
    idle.end();
  } catch (error) {
    options.signal.throwIfAborted();
    throw connectionError(url, error);
  }
  if (length && received !== Number(length)) {
    throw connectionError(url, new Error(`${received} of ${length} bytes received`));
  }
}

interface OpenOptions extends Pick<DownloadOptions, "signal" | "fetch"> {
  readonly idle: IdleTimeout;
}

/** Sends a request and follows redirects. */
async function open(
  url: URL,
  headers: Record<string, string>,
  options: OpenOptions,
): Promise<Response> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await send(target, headers, options);
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || !location) return response;
    await response.body?.cancel();
    const next = new URL(location, target);
    if (next.protocol !== "https:" && next.protocol !== target.protocol) break;
    target = next;
  }
  throw connectionError(url, new Error("too many redirects, or one to another protocol"));
}

async function send(
  url: URL,
  headers: Record<string, string>,
  { signal, idle, ...system }: OpenOptions,
): Promise<Response> {
  idle.begin();
  try {
    return await system.fetch(url, {
      // A range is one of the bytes as they are stored.
      headers: { ...headers, "accept-encoding": "identity" },
      redirect: "manual",
      signal: AbortSignal.any([signal, idle.signal]),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw connectionError(url, error);
  } finally {
    idle.end();
  }
}

function connectionError(url: URL, cause: unknown): OsctlError {
  const reason = describeFetchFailure(cause);
  return new OsctlError(
    "connection",
    `download of "${url.origin}${url.pathname}" failed: ${reason}`,
    {
      hint: isUntrusted(reason) ? TRUST_HINT : "repeat the command to continue the download",
      cause,
    },
  );
}
