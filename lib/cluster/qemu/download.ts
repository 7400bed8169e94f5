/**
 * Boot assets by URL: downloads to a cache, resumed after an interruption, with a checksum if the
 * URL has one.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { OsctlError } from "../../errors.ts";
import { ensureFolder, exists, readTextIfPresent, withFileErrors } from "../../platform/files.ts";
import { removeIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { HOME_FOLDER } from "../../distribution.ts";
import type { Report } from "../types.ts";

/** Options of {@linkcode resolveAsset}. */
export interface DownloadOptions {
  readonly home: string;
  readonly signal: AbortSignal;
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
  const response = await open(url, headers, options.signal);
  const { statusCode: status = 0 } = response;
  // 416: the partial file is complete.
  if (status === 416 && offset > 0) return void response.destroy();
  if (status !== 200 && status !== 206) {
    response.destroy();
    throw new OsctlError(
      "connection",
      `download of "${url.origin}${url.pathname}" failed: HTTP ${status}`,
      {
        hint: "check the URL",
      },
    );
  }
  const { etag, "last-modified": modified, "content-length": length } = response.headers;
  // A weak tag does not identify bytes.
  const newTag = etag !== undefined && !etag.startsWith("W/") ? etag : modified;
  await removeIfPresent(tagPath);
  const isResumed = status === 206;
  using file = await withFileErrors(
    "write",
    path,
    () => Deno.open(path, { create: true, write: true, append: isResumed, truncate: !isResumed }),
  );
  if (newTag !== undefined) await writeFileAtomic(tagPath, newTag, { mode: 0o644 });
  let received = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
      received += chunk.length;
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw connectionError(url, error);
  }
  if (length !== undefined && received !== Number(length)) {
    throw connectionError(url, new Error(`${received} of ${length} bytes received`));
  }
}

/** Sends a request and follows redirects. */
async function open(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await send(target, headers, signal);
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || !location) return response;
    response.destroy();
    const next = new URL(location, target);
    if (next.protocol !== "https:" && next.protocol !== target.protocol) break;
    target = next;
  }
  throw connectionError(url, new Error("too many redirects, or one to another protocol"));
}

function send(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    headers,
    signal,
  });
  request.setTimeout(IDLE_MS, () => request.destroy(new Error("no data for 60 seconds")));
  request.once("response", resolve);
  request.on(
    "error",
    (error) => reject(signal.aborted ? signal.reason : connectionError(url, error)),
  );
  request.end();
  return promise;
}

function connectionError(url: URL, cause: unknown): OsctlError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OsctlError(
    "connection",
    `download of "${url.origin}${url.pathname}" failed: ${reason}`,
    { hint: "repeat the command to continue the download", cause },
  );
}
