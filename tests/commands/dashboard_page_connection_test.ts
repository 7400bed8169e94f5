/** The page of `dashboard --web` while the program does not respond, and after its end. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { appears, isBrowserMissing, shoot, until, withPage } from "../helpers/browser.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withDashboard } from "../helpers/web_dashboard.ts";

if (isBrowserMissing) console.log("skipping the connection of dashboard --web: no chromium");
const ignore = isBrowserMissing;

const isGrey = (page: Page) =>
  page.evaluate("getComputedStyle(document.querySelector('#columns')).filter === 'grayscale(1)'");

Deno.test({
  name: "a page whose program ended shows when, what to do, and requests nothing more",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async ({ run, home, nodes }) => {
      const stop = new AbortController();
      const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
      const args = ["dashboard", "--web", "-d", "500ms", "-n", nodes[0]!.address];
      const running = run(args, { system });
      await withPage(async (page) => {
        while (!system.stdout.text.endsWith("\n")) await new Promise((end) => setTimeout(end, 20));
        await page.goto(`${system.stdout.text.trim()}#view=etcd`);
        await appears(page.getByText(/quorum 1/));
        const alert = page.getByRole("alert");
        equal(await alert.isVisible(), false);
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        stop.abort(new InterruptError("SIGINT"));
        equal((await running).code, 130);
        await appears(alert.getByText(/has ended\. Start the command again and open the address/));
        match(await alert.innerText(), /values on this page are of \d\d:\d\d:\d\d/);
        equal(await alert.getByRole("button").isVisible(), false);
        match(await page.locator("#counts").innerText(), /^not live: state of \d\d:\d\d:\d\d UTC$/);
        match(await page.title(), /^\(not live\) /);
        ok(await isGrey(page));
        await shoot(page, "ended");
        // The values stay, another view has none.
        await appears(page.getByText(/quorum 1/));
        await page.getByRole("link", { name: "Processes" }).click();
        await appears(page.getByText("No data of this view was received."));
        equal(await page.getByText("Loading").isVisible(), false);
        await page.clock.install();
        await page.clock.runFor(60_000);
        deepEqual(requests, []);
      });
    });
  },
});

Deno.test({
  name: "a page without a connection reconnects with growing pauses, then stops; a button retries",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      await withDashboard(sandbox, [sandbox.nodes[0]!.address], async ({ href }) => {
        await withPage(async (_, context) => {
          // Refused requests are messages of the browser.
          const page = await context.newPage();
          await page.clock.install();
          let refused = 0;
          await page.goto(`${href}#view=etcd`);
          await appears(page.getByText(/quorum 1/));
          const alert = page.getByRole("alert");
          for (const path of ["alive", "events?*"]) {
            await page.route(`**/${path}`, async (route) => {
              refused++;
              await route.abort("connectionrefused");
            });
          }
          await page.getByRole("link", { name: "Overview" }).click();
          await appears(alert.getByText(/No connection to osctl since .* reconnects by itself/));
          ok(await isGrey(page));
          await until(page, async () => {
            await page.clock.runFor(10_000);
            return await alert.getByText(/no longer tries to reconnect/).isVisible();
          }, "the last attempt");
          ok(refused < 60, `${refused} attempts`);
          const before = refused;
          await page.clock.runFor(120_000);
          equal(refused, before);
          await page.unrouteAll();
          await alert.getByRole("button", { name: "Reconnect" }).click();
          await appears(page.getByText(/1 node, /));
          equal(await alert.isVisible(), false);
          equal(await isGrey(page), false);
          // Another program at the port.
          await page.route("**/alive", (route) => route.fulfill({ status: 404 }));
          await page.route("**/events?*", (route) => route.fulfill({ status: 404 }));
          await page.getByRole("link", { name: "etcd", exact: true }).click();
          await until(page, async () => {
            await page.clock.runFor(1000);
            return await alert.getByText(/has ended/).isVisible();
          }, "the end");
          await page.close();
        });
      });
    });
  },
});

/** Stops the events of a page, as a suspended program does. */
const SILENCE = `{
  const Real = EventSource;
  window.EventSource = class extends Real {
    addEventListener(name, listener) {
      super.addEventListener(name, (event) => {
        this.isLost ||= window.isSilent;
        if (!this.isLost) listener(event);
      });
    }
    set onmessage(listener) {
      this.addEventListener("message", listener);
    }
  };
}`;

Deno.test({
  name: "a page that receives nothing for 15 s shows no value as live",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      await withDashboard(sandbox, [sandbox.nodes[0]!.address], async ({ href }) => {
        await withPage(async (page) => {
          await page.addInitScript(SILENCE);
          await page.clock.install();
          await page.goto(`${href}#view=etcd`);
          await appears(page.getByText(/quorum 1/));
          await page.evaluate("window.isSilent = true");
          await page.clock.runFor(12_000);
          equal(await page.getByRole("alert").isVisible(), false);
          await page.clock.runFor(6000);
          await appears(page.locator("#counts", { hasText: "not live" }));
          await page.evaluate("window.isSilent = false");
          await until(page, async () => {
            await page.clock.runFor(1000);
            return await page.getByText("1 node, 1 ready").isVisible();
          }, "the content after the silence");
        });
      });
    });
  },
});
