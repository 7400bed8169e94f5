/** Downloads of boot files: cache, resume, checksums, failures. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import { createHash } from "node:crypto";
import { fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { cachePath, resolveAsset } from "../../../../lib/cluster/qemu/download.ts";

const CONTENT = new TextEncoder().encode("kernel ".repeat(20_000));
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");

/** Serves the content with ranges; `cut` ends the first response early. */
function serve(options: { cut?: number; etag?: string } = {}) {
  const requests: { path: string; range: string | null }[] = [];
  let cut = options.cut;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    const range = request.headers.get("range");
    requests.push({ path: `${pathname}${search}`, range });
    if (pathname === "/moved") return Response.redirect(new URL("/kernel", request.url), 302);
    if (pathname !== "/kernel") return new Response(null, { status: 404 });
    const etag = options.etag ?? '"1"';
    const isCurrent = request.headers.get("if-range") === etag;
    const start = range !== null && isCurrent ? Number(/\d+/.exec(range)![0]) : 0;
    const end = cut;
    cut = undefined;
    const body = end === undefined ? CONTENT.subarray(start) : new ReadableStream({
      start(controller) {
        controller.enqueue(CONTENT.slice(start, end));
        setTimeout(() => controller.error(new Deno.errors.BrokenPipe("cut")), 50);
      },
    });
    return new Response(body, {
      status: start > 0 ? 206 : 200,
      headers: {
        etag,
        "content-length": String(CONTENT.length - start),
        ...start > 0 && { "content-range": `bytes ${start}-/${CONTENT.length}` },
      },
    });
  });
  return { server, requests, url: `http://127.0.0.1:${server.addr.port}` };
}

async function withHome(
  run: (home: string, lines: string[]) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir();
  try {
    await run(home, []);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

const optionsOf = (home: string, lines: string[]) => ({
  ...fakeSystem({ home, clock: wallClock }),
  report: (line: string) => Promise.resolve(void lines.push(line)),
});

Deno.test("a URL is downloaded once, to a file of talosctl's name", () =>
  withHome(async (home, lines) => {
    const { server, requests, url } = serve();
    const options = optionsOf(home, lines);
    equal(await resolveAsset("/boot/vmlinuz", options), "/boot/vmlinuz");
    const value = `${url}/kernel?checksum=sha256:${SHA256}`;
    const path = await resolveAsset(value, options);
    equal(path, `${home}/.os/cache/${value.replaceAll("/", "-").replaceAll(":", "-")}`);
    equal(path, cachePath(value, home));
    deepEqual(await Deno.readFile(path), CONTENT);
    equal(await resolveAsset(value, options), path);
    // The checksum is not sent.
    deepEqual(requests, [{ path: "/kernel", range: null }]);
    equal(lines.length, 1);
    deepEqual([...Deno.readDirSync(`${home}/.os/cache`)].length, 1);
    await server.shutdown();
  }));

Deno.test("credentials and parameters of a URL are not shown", () =>
  withHome(async (home, lines) => {
    const { server, url } = serve();
    const options = optionsOf(home, lines);
    await resolveAsset(`${url.replace("//", "//me:pass1@")}/kernel?token=pass2`, options);
    deepEqual(lines, [`downloading "${url}/kernel"`]);
    await rejects(resolveAsset("http://", options), {
      kind: "usage",
      message: '"http://" is not a URL',
    });
    await server.shutdown();
  }));

Deno.test("an interrupted download is continued", () =>
  withHome(async (home, lines) => {
    const { server, requests, url } = serve({ cut: 50_000 });
    const options = optionsOf(home, lines);
    await rejects(resolveAsset(`${url}/moved`, options), { kind: "connection" });
    const path = await resolveAsset(`${url}/moved`, options);
    deepEqual(await Deno.readFile(path), CONTENT);
    deepEqual(requests.map(({ range }) => range), [null, null, "bytes=50000-", "bytes=50000-"]);
    await server.shutdown();
  }));

Deno.test("a partial file of another version is replaced", () =>
  withHome(async (home, lines) => {
    const { server, url } = serve();
    const part = `${cachePath(`${url}/kernel`, home)}.part`;
    await Deno.mkdir(`${home}/.os/cache`, { recursive: true });
    await Deno.writeTextFile(part, "old kernel");
    await Deno.writeTextFile(`${part}.tag`, '"0"');
    const path = await resolveAsset(`${url}/kernel`, optionsOf(home, lines));
    deepEqual(await Deno.readFile(path), CONTENT);
    await server.shutdown();
  }));

Deno.test("a wrong checksum, a missing file and an invalid checksum are errors", () =>
  withHome(async (home, lines) => {
    const { server, url } = serve();
    const options = optionsOf(home, lines);
    const wrong = `${url}/kernel?checksum=sha256:${"0".repeat(64)}`;
    await rejects(resolveAsset(wrong, options), { kind: "input" });
    deepEqual(
      [...Deno.readDirSync(`${home}/.os/cache`)].filter(({ name }) => !name.endsWith(".tag")),
      [],
    );
    await rejects(resolveAsset(`${url}/none`, options), /failed: HTTP 404/);
    await rejects(resolveAsset(`${url}/kernel?checksum=sha256:12`, options), { kind: "usage" });
    await server.shutdown();
    await rejects(resolveAsset(`${url}/kernel`, options), { kind: "connection" });
  }));
