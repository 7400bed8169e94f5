/** The page of `dashboard --web`: narrow windows, large text, and focus by the keyboard alone. */
import { deepEqual, equal, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { appears, isBrowserMissing, shoot, withPage } from "../helpers/browser.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withDashboard } from "../helpers/web_dashboard.ts";

if (isBrowserMissing) console.log("skipping the layout of dashboard --web: no chromium");
const ignore = isBrowserMissing;

/** Addresses of views, and what they show when they are complete. */
const VIEWS: readonly (readonly [fragment: string, text: RegExp])[] = [
  ["view=overview", /etcd\s*1 member, quorum 1/],
  ["view=node", /CLUSTER\s*test \(2 machines\)/],
  ["view=events", /MachineStatusEvent/],
  ["view=resources&type=members", /4 resources/],
  ["view=logs&line=apid kubelet", /test-worker-1 apid {2}/],
  ["view=files&path=/etc&filter=NAME:^hosts$", /2 of \d+ rows/],
  ["view=network&table=routes", /RouteStatus/],
];

/** Whether the current link of a line is within it. */
const isCurrentVisible = (page: Page, line: string) =>
  page.evaluate(`{
    const line = document.querySelector("${line}").getBoundingClientRect();
    const link = document.querySelector("${line} [aria-current]").getBoundingClientRect();
    link.left >= line.left - 1 && link.right <= line.right + 1;
  }`);

Deno.test({
  name: "a line of links that does not fit fades at its edges and shows the current link",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = sandbox.nodes.map(({ address }) => address);
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          const cutOf = (selector: string) =>
            page.locator(selector).first().getAttribute("data-cut");
          await page.goto(`${href}#view=network`);
          await appears(page.locator("main", { hasText: /local address/i }));
          equal(await cutOf("#views"), "");
          await page.setViewportSize({ width: 390, height: 844 });
          await appears(page.locator('#views[data-cut="left"]'));
          ok(await isCurrentVisible(page, "#views"));
          await page.goto(`${href}#view=node&pane=disks`);
          await appears(page.locator("main", { hasText: /mounted on/i }));
          await appears(page.locator("#views[data-cut~=right]"));
          ok(await isCurrentVisible(page, "#views"));
          ok(await isCurrentVisible(page, "#panes"));
          // A table at a width without cards.
          await page.setViewportSize({ width: 768, height: 800 });
          await page.goto(`${href}#view=resources&type=members`);
          await appears(page.locator('.scroll[data-cut="right"]'));
          await page.evaluate("document.querySelector('.scroll').scrollLeft = 1e6");
          await appears(page.locator('.scroll[data-cut="left"]'));
        });
      });
    });
  },
});

Deno.test({
  name: "text of twice the size fits 390, 768 and 1280 pixels",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = sandbox.nodes.map(({ address }) => address);
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          for (const [fragment, text] of VIEWS) {
            await page.goto(`${href}#${fragment}`);
            await appears(page.locator("main", { hasText: text }));
            await page.evaluate("document.documentElement.style.fontSize = '200%'");
            for (const width of [390, 768, 1280]) {
              await page.setViewportSize({ width, height: 844 });
              const name = `large-${fragment.replaceAll(/[^a-z]+/g, "-")}-${width}`;
              await shoot(page, name);
              const overflow = await page.evaluate(
                "document.documentElement.scrollWidth - innerWidth",
              );
              ok(Number(overflow) <= 0, `${name} is ${overflow} pixels too wide`);
            }
          }
          equal(await page.evaluate("getComputedStyle(document.body).fontSize"), "30px");
        });
      });
    });
  },
});

/** Describes the element with the focus: its name, and what is wrong with its ring and place. */
const FOCUSED = `{
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isVisible = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  ({
    name: element === document.body ? "BODY" : element.id || element.textContent.trim().slice(0, 30) || element.tagName,
    problems: [
      ...outlineStyle === "none" || parseFloat(outlineWidth) < 2 ? ["no ring"] : [],
      ...isVisible ? [] : ["off screen"],
    ],
  });
}`;

Deno.test({
  name: "Tab reaches all controls, each with a ring on screen; dialogs return the focus",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      await withDashboard(sandbox, [sandbox.nodes[0]!.address], async ({ href }) => {
        await withPage(async (page) => {
          for (const width of [390, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            await page.goto("about:blank");
            await page.goto(`${href}#view=resources&type=members`);
            await appears(page.getByText("1 resource", { exact: true }));
            const names: string[] = [];
            for (let count = 0; count < 60; count++) {
              await page.keyboard.press("Tab");
              const { name, problems } = await page.evaluate(FOCUSED) as {
                name: string;
                problems: string[];
              };
              if (name === "BODY" || (name === names[0] && count > 0)) break;
              equal(problems.join(), "", `${name} at ${width}: ${problems}`);
              names.push(name);
            }
            const wanted = ["skip", "help-open", "Overview", "Network", "type", "filter", "Copy"];
            deepEqual(wanted.filter((name) => !names.includes(name)), [], names.join(", "));
            ok(names.includes("test-controlplane-1"), names.join(", "));
          }
          for (const button of ["Keys", "Columns"]) {
            await page.getByRole("button", { name: button, exact: true }).focus();
            await page.keyboard.press("Enter");
            const dialog = page.getByRole("dialog");
            await appears(dialog);
            for (let count = 0; count < 20; count++) {
              await page.keyboard.press("Tab");
              const isInside = "document.activeElement === document.body || " +
                "document.activeElement.closest('dialog') !== null";
              ok(await page.evaluate(isInside), button);
            }
            await page.keyboard.press("Escape");
            equal(await dialog.isVisible(), false);
            const focused =
              "document.activeElement.ariaLabel ?? document.activeElement.textContent";
            equal(await page.evaluate(focused), button);
          }
        });
      });
    });
  },
});
