/** `dashboard --web`: requests that are rejected, and the page in headless Chromium. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { isInstalled } from "../helpers/terminal.ts";

/** Folder for screenshots to look at; not kept without it. */
const SHOTS = Deno.env.get("OSCTL_SCREENSHOTS");
const CHROMIUM = "/usr/bin/chromium";
const missing = !isInstalled("chromium");
if (missing && Deno.env.has("CI")) throw new Error("missing: chromium");
if (missing) console.log("skipping the page of dashboard --web: no chromium");

const POLL_MS = 20;

/** Runs `dashboard --web` and passes its address. */
async function withServer(
  { run, home }: Sandbox,
  nodes: readonly string[],
  body: (address: URL) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
  const running = run(["dashboard", "--web", "-d", "500ms", "-n", nodes.join(",")], { system });
  try {
    while (!system.stdout.text.endsWith("\n")) {
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
    }
    await body(new URL(system.stdout.text.trim()));
  } finally {
    stop.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    equal(code, 130);
    equal(stderr, "Open this address in a browser on this machine; ^C ends the server.\n");
  }
}

/** Sends a request as written and returns the response up to `until` bytes of it. */
async function request({ hostname, port }: URL, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(`${text}\r\n\r\n`));
  let response = "";
  for await (const chunk of connection.readable) {
    response += new TextDecoder().decode(chunk);
    if (response.includes("\r\n\r\n")) break;
  }
  return response;
}

Deno.test("the page is served to its own origin and host only, with the token", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    await withServer(sandbox, [sandbox.nodes[0]!.address], async (address) => {
      const { host, pathname, port } = address;
      equal(address.hostname, "127.0.0.1");
      match(pathname, /^\/[A-Za-z0-9_-]{32}\/$/);
      const statusOf = async (line: string, ...headers: string[]) => {
        const response = await request(address, [line, ...headers].join("\r\n"));
        match(response, /^content-security-policy: default-src 'none'; script-src 'self'/mi);
        match(response, /^cache-control: no-store/mi);
        return Number(response.split(" ")[1]);
      };
      const get = `GET ${pathname} HTTP/1.1`;
      const own = `Host: ${host}`;
      for (
        const [expected, line, ...headers] of [
          [200, get, own],
          [200, get, `Host: localhost:${port}`],
          [200, get, own, `Origin: http://${host}`, "Sec-Fetch-Site: same-origin"],
          [200, get, own, "Sec-Fetch-Site: none"],
          // A web site whose name resolves to 127.0.0.1.
          [421, get, "Host: evil.example"],
          [421, get, `Host: evil.example:${port}`],
          [421, get, "Host: 127.0.0.1"],
          [403, get, own, "Origin: http://evil.example"],
          [403, get, own, "Origin: null"],
          [403, get, own, "Sec-Fetch-Site: cross-site"],
          [403, get, own, "Sec-Fetch-Site: same-site"],
          [404, `GET ${pathname.slice(0, -1)}x/ HTTP/1.1`, own],
          [404, "GET / HTTP/1.1", own],
          [404, `GET ${pathname}page.ts HTTP/1.1`, own],
          [404, `GET ${pathname}toString HTTP/1.1`, own],
          [405, `POST ${pathname} HTTP/1.1`, own, "Content-Length: 0"],
          [405, `HEAD ${pathname} HTTP/1.1`, own],
        ] as const
      ) {
        equal(await statusOf(line, ...headers), expected, `${line} ${headers}`);
      }
    });
  });
});

Deno.test("--web is not combined with --once", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const { code, stderr } = await run(["dashboard", "--web", "--once", "-n", nodes[0]!.address]);
    equal(code, 2);
    match(stderr, /^osctl: --web cannot be combined with --once; remove one of them/);
  });
});

/** Opens a page in headless Chromium; fails on any error or message of the page. */
async function withPage(body: (page: Page, context: BrowserContext) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "osctl-chromium-" });
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
  try {
    const page = context.pages()[0] ?? await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => problems.push(message.text()));
    page.on("requestfailed", (failed) => {
      // Leaving a view ends its stream of events.
      if (!failed.url().includes("/events?")) problems.push(`failed: ${failed.url()}`);
    });
    await body(page, context);
    deepEqual(problems, []);
  } finally {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "the page shows live data, is used by keyboard, light and dark",
  ignore: missing,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const [first, second] = sandbox.nodes;
      const { faults } = sandbox.cluster;
      const nodes = [first!.address, second!.address, sandbox.dead];
      await withServer(sandbox, nodes, async (address) => {
        await withPage(async (page) => {
          const hosts = new Set<string>();
          page.on("request", (sent) => hosts.add(new URL(sent.url()).host));
          await page.goto(address.href);
          const rows = page.locator("tbody tr");
          await page.getByText("3 nodes, 2 ready, 1 down").waitFor();
          equal(await rows.count(), 3);
          match(await page.title(), /^\S+ – osctl dashboard$/);
          match(await page.locator("#context").innerText(), /^\S+$/);
          match(
            await rows.nth(0).innerText(),
            /test-controlplane-1\s+controlplane\s+v.*running\s+yes/,
          );
          match(await rows.nth(2).innerText(), new RegExp(`${sandbox.dead}\\s+cannot be reached`));
          const backgrounds: string[] = [];
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            backgrounds.push(
              await page.evaluate("getComputedStyle(document.body).backgroundColor"),
            );
            if (SHOTS) await page.screenshot({ path: `${SHOTS}/overview-${colorScheme}.png` });
          }
          deepEqual(backgrounds, ["rgb(255, 255, 255)", "rgb(20, 23, 28)"]);
          // The second row is opened by keys; its values change without a reload.
          await page.keyboard.press("j");
          await page.keyboard.press("j");
          await page.keyboard.press("Enter");
          await page.getByText(/^test-worker-1 \(v.*uptime/).waitFor();
          equal(await page.locator("#node").inputValue(), second!.address);
          await page.locator("#fields dd", { hasText: "test (2 machines)" }).waitFor();
          await page.getByRole("combobox", { name: "Source" }).selectOption("apid");
          await page.locator("#lines", { hasText: "SystemStat" }).waitFor();
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            if (SHOTS) await page.screenshot({ path: `${SHOTS}/node-${colorScheme}.png` });
          }
          await page.keyboard.press("]");
          await page.getByRole("heading", { name: "Processes" }).waitFor();
          await page.getByRole("img", { name: /^CPU \d/ }).waitFor();
          await rows.nth(3).waitFor();
          await page.waitForFunction(
            'document.querySelector("polyline").getAttribute("points").split(" ").length > 2',
          );
          if (SHOTS) await page.screenshot({ path: `${SHOTS}/monitor-dark.png` });
          // Sorted by a header, which a reader announces.
          await page.getByRole("button", { name: "PID" }).click();
          await page.locator('th[aria-sort="descending"]', { hasText: "PID" }).waitFor();
          const pids = (await page.locator("tbody tr td:first-child").allInnerTexts()).map(Number);
          deepEqual(pids, pids.toSorted((a, b) => b - a));
          // A row that another order moves keeps the focus.
          const last = page.locator("tbody tr").last();
          const id = await last.getAttribute("data-id");
          await last.focus();
          await page.evaluate('sorts.set("Processes", { header: "PID", down: false }); render()');
          equal(await page.evaluate("document.activeElement.dataset.id"), id);
          await page.evaluate('sorts.set("Processes", { header: "PID", down: true }); render()');
          equal(await page.evaluate("document.activeElement.dataset.id"), id);
          await page.keyboard.press("3");
          await page.getByText(/quorum 1/).waitFor();
          await page.keyboard.press("4");
          await page.locator("tbody tr", { hasText: "MachineStatusEvent" }).first().waitFor();
          await page.keyboard.press("/");
          await page.keyboard.type("no such event");
          equal(await rows.count(), 0);
          await page.keyboard.press("Escape");
          ok(await rows.count() > 0);
          // Back returns to the view before.
          await page.goBack();
          await page.getByText(/quorum 1/).waitFor();
          await page.keyboard.press("?");
          await page.getByRole("dialog").waitFor();
          await page.keyboard.press("Escape");
          await page.keyboard.press("1");
          faults.set([{ id: "1", action: "down", node: second!.name, method: "*" }]);
          await sandbox.cluster.applyFaults();
          await page.getByText("3 nodes, 1 ready, 2 down").waitFor();
          faults.set([]);
          await sandbox.cluster.applyFaults();
          await page.getByText("3 nodes, 2 ready, 1 down").waitFor();
          deepEqual([...hosts], [address.host], "no external asset");
        });
      });
    });
  },
});

Deno.test({
  name: "data of nodes is text on the page, another origin cannot read it",
  ignore: missing,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      const node = sandbox.nodes[0]!;
      sandbox.cluster.eventsOf(node).publish(
        "TaskEvent",
        { task: '<img src=x onerror="document.title=1">', action: 1 },
        "",
      );
      await withServer(sandbox, [node.address], async (address) => {
        await withPage(async (page, context) => {
          await page.goto(`${address.href}#view=events`);
          await page.getByText('<img src=x onerror="document.title=1">').waitFor();
          equal(await page.title(), "test – osctl dashboard");
          match(await page.locator("#counts").innerText(), /^1 node, [01] ready/);
          equal(await page.locator("td img").count(), 0);
          const server = Deno.serve(
            { hostname: "127.0.0.1", port: 0, onListen() {} },
            () =>
              new Response("<title>other</title>", { headers: { "content-type": "text/html" } }),
          );
          try {
            const other = await context.newPage();
            await other.goto(`http://127.0.0.1:${server.addr.port}/`);
            const read = `fetch(${JSON.stringify(address.href)}).then(() => "read", () => "no")`;
            equal(await other.evaluate(read), "no");
            await other.evaluate(`new Promise((resolve) => {
              const frame = document.createElement("iframe");
              frame.onload = resolve;
              frame.src = ${JSON.stringify(address.href)};
              document.body.append(frame);
            })`);
            deepEqual(other.frames().slice(1).map((frame) => frame.url()), [
              "chrome-error://chromewebdata/",
            ]);
          } finally {
            await server.shutdown();
          }
        });
      });
    });
  },
});
