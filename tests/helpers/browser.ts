/**
 * Headless Chromium for pages of the program.
 *
 * @module
 */
import { deepEqual, ok } from "node:assert/strict";
import { type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { isInstalled } from "./terminal.ts";

const CHROMIUM = "/usr/bin/chromium";

/** Whether tests with Chromium are skipped. In CI, a missing one is a failure. */
export const isBrowserMissing = !isInstalled("chromium");
if (isBrowserMissing && Deno.env.has("CI")) throw new Error("missing: chromium");

/** Folder for screenshots to look at; not kept without it. */
const SHOTS = Deno.env.get("OSCTL_SCREENSHOTS");

/** Stores a screenshot where a folder is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** Opens a page in headless Chromium; fails on any error or message of the page. */
export async function withPage(
  body: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-chromium-" });
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    headless: true,
    viewport: { width: 1280, height: 800 },
    // The browser removes only some of its temporary files.
    env: { ...Deno.env.toObject(), TMPDIR: folder },
    // Waits end after a number of frames: on a busy machine, they take longer.
    timeout: 0,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
  context.setDefaultTimeout(0);
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

/** Frames of the page within which a condition is expected. */
const MAX_FRAMES = 3000;

/** Waits until a condition is met; the limit is a number of frames that the page draws. */
export async function until(
  page: Page,
  condition: () => Promise<boolean>,
  description: string,
): Promise<void> {
  for (let frames = 0; !await condition(); frames++) {
    if (frames < MAX_FRAMES) {
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
      continue;
    }
    ok(false, `${description} is missing in:\n${await page.locator("body").innerText()}`);
  }
}

/** Waits until an element is visible. */
export async function appears(locator: Locator): Promise<void> {
  await until(locator.page(), () => locator.first().isVisible(), String(locator));
}
