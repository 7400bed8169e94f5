/** Views of the page of `dashboard --web` over all nodes: texts, marks, downloads and keys. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { PAGE_KEYS } from "../../lib/dashboard/web/page_keys.ts";
import { appears, isBrowserMissing, until, withPage } from "../helpers/browser.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withDashboard } from "../helpers/web_dashboard.ts";

if (isBrowserMissing) console.log("skipping the views of dashboard --web: no chromium");
const ignore = isBrowserMissing;

/** Runs an action that downloads a file, and returns its name and text. */
async function downloadBy(page: Page, action: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), action()]);
  return {
    name: download.suggestedFilename(),
    text: await Deno.readTextFile(await download.path()),
  };
}

/** Runs a test with the page of a control plane node and a worker. */
async function withViews(body: (page: Page, href: string) => Promise<void>): Promise<void> {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address);
    await withDashboard(sandbox, nodes, async ({ href }) => {
      await withPage(async (page, context) => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await body(page, href);
      });
    });
  });
}

const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()");

Deno.test({
  name: "what depends on a resource is shown, and leads to the types that its readers write",
  ignore,
  async fn() {
    await withViews(async (page, href) => {
      await page.goto(`${href}#view=resources&type=hostnamestatuses`);
      await page.keyboard.press("j");
      await appears(page.locator("tbody tr", { hasText: "hostname" }));
      await page.keyboard.press("j");
      await page.keyboard.press("u");
      const uses = page.locator(".uses");
      await appears(uses.getByText("network.HostnameSpecController"));
      const reader = uses.locator("li", { hasText: "k8s.NodenameController" });
      await reader.getByRole("link", { name: /^Nodenames/ }).click();
      await appears(page.getByRole("heading", { name: "Nodename", exact: true }));
      match(page.url(), /type=Nodenames/);
      await page.goBack();
      await appears(uses);
    });
  },
});

/** A name that would run as a script if it were HTML. */
const HOSTILE = "<img src=x onerror=document.title='hit'>";

Deno.test({
  name: "files are walked, shown and downloaded as they are",
  ignore,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "osctl-page-" });
    const content = '<script>document.title = "hit"</script>\nsecond line\n';
    await Deno.writeTextFile(`${folder}/page & text.txt`, content);
    await Deno.writeTextFile(`${folder}/${HOSTILE}`, "third line\n");
    try {
      await withViews(async (page, href) => {
        await page.goto(`${href}#view=files&line=worker-1&path=${folder}`);
        // Names are text.
        await appears(page.getByRole("link", { name: HOSTILE }).first());
        equal(await page.locator("td img").count(), 0);
        await page.getByRole("link", { name: HOSTILE }).first().click();
        const text = page.locator("#text");
        await appears(page.getByRole("heading", { name: HOSTILE }));
        await appears(text.getByText("third line"));
        await page.keyboard.press("Escape");
        await page.getByRole("link", { name: "page & text.txt" }).click();
        await appears(text.getByText("second line"));
        equal(await text.locator("script").count(), 0);
        const { name, text: saved } = await downloadBy(
          page,
          () => page.getByRole("button", { name: "Download file" }).click(),
        );
        deepEqual([name, saved], ["page_text.txt", content]);
        // The address restores the text; Escape closes it, h goes to the folder above.
        await page.reload();
        await appears(text.getByText("second line"));
        await page.keyboard.press("Escape");
        await until(page, async () => !await page.locator("#document").isVisible(), "the folder");
        await page.keyboard.press("h");
        await appears(page.getByRole("link", { name: folder.split("/").at(-1)! }));
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "marked rows are compared, copied and downloaded; secrets are redacted",
  ignore,
  async fn() {
    await withViews(async (page, href) => {
      await page.goto(`${href}#view=resources&type=machineconfigs`);
      const rows = page.locator("tbody tr");
      await until(page, async () => await rows.count() === 2, "two configurations");
      for (const row of await rows.all()) await row.getByRole("checkbox").check();
      await appears(page.getByText("2 marked"));
      await page.keyboard.press("D");
      const diff = page.locator("#text[role=region]");
      await appears(diff.getByText(/^\+ +type: worker$/));
      match(await diff.innerText(), /token: "\*+"/);
      await page.getByRole("button", { name: "Copy", exact: true }).last().click();
      match(String(await clipboard(page)), /^--- test-controlplane-1\n\+\+\+ test-worker-1\n/);
      // The same by the field of types.
      await page.keyboard.press("Escape");
      await page.keyboard.press(":");
      await page.keyboard.type("diff controlplane-1 worker-1");
      await page.keyboard.press("Enter");
      await appears(diff.getByText(/^- +type: controlplane$/));
      await page.goto(`${href}#view=resources&type=members&sort=ID`);
      await until(page, async () => await rows.count() === 4, "four members");
      await rows.first().getByRole("checkbox").check();
      await page.keyboard.press("c");
      equal(await clipboard(page), "test-controlplane-1");
      await page.keyboard.press("s");
      const dialog = page.getByRole("dialog");
      const yaml = await downloadBy(
        page,
        () => dialog.getByRole("button", { name: "YAML" }).click(),
      );
      equal(yaml.name, "member.yaml");
      equal(yaml.text.match(/^node: /gm)?.length, 1);
      await page.getByRole("button", { name: "Unmark" }).click();
      await page.getByRole("button", { name: "Download", exact: true }).click();
      const csv = await downloadBy(page, () => dialog.getByRole("button", { name: "CSV" }).click());
      equal(csv.text.split("\n").length, 6);
      match(csv.text, /^NODE,NAMESPACE,ID,/);
    });
  },
});

Deno.test({
  name: "lines of logs have names, are searched, selected by time, and downloaded",
  ignore,
  async fn() {
    await withViews(async (page, href) => {
      await page.goto(`${href}#view=logs&line=apid`);
      const lines = page.locator("#lines");
      await appears(lines.getByText(/^test-worker-1 apid/));
      await page.keyboard.press("p");
      await until(
        page,
        async () => await lines.getByText(/^test-worker-1 apid/).count() === 0,
        "lines without names",
      );
      await page.keyboard.press("t");
      await page.keyboard.type("2001-01-01..2001-01-02");
      await appears(page.getByText("no line matches"));
      match(page.url(), /range=2001/);
      await page.locator("#range").fill("tomorrow");
      await appears(page.getByText(/invalid time range "tomorrow"/));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.keyboard.type("SystemStat");
      await page.keyboard.press("Enter");
      await appears(lines.locator(".found", { hasText: "SystemStat" }));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      const { name, text } = await downloadBy(page, () => page.keyboard.press("s"));
      equal(name, "logs.txt");
      match(text, /^test-worker-1 apid \| .*SystemStat/m);
    });
  },
});

Deno.test({
  name: "a table of thousands of rows has elements for those on screen, and all by keys",
  ignore,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "osctl-page-" });
    for (let index = 0; index < 1500; index++) {
      await Deno.writeTextFile(`${folder}/file-${String(index).padStart(4, "0")}`, "");
    }
    try {
      await withViews(async (page, href) => {
        await page.goto(`${href}#view=files&path=${folder}`);
        await appears(page.getByText("3000 rows"));
        const rows = page.locator("tbody tr:not(.gap)");
        ok(await rows.count() < 200);
        equal(await page.getByRole("table").getAttribute("aria-rowcount"), "3001");
        await page.keyboard.press("G");
        await appears(rows.filter({ hasText: "test-worker-1" }).filter({ hasText: "file-1499" }));
        equal(
          await page.evaluate("document.activeElement.getAttribute('aria-rowindex')"),
          "3001",
        );
        await page.keyboard.press("g");
        await appears(rows.filter({ hasText: "test-controlplane-1" }).getByText("file-0000"));
        await page.keyboard.press("/");
        await page.keyboard.type("NAME:0777");
        await appears(page.getByText("2 of 3000 rows"));
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** A view for each scope of keys, and what to press first. */
const SCOPES: Readonly<Record<string, readonly [fragment: string, ...first: string[]]>> = {
  all: ["view=resources&type=members", "j"],
  nodes: ["view=node", "j"],
  table: ["view=resources&type=members", "j"],
  resources: ["view=resources&type=members", "j"],
  events: ["view=events", "j"],
  sources: ["view=logs", "j", "j"],
  logs: ["view=logs&line=apid"],
  files: ["view=files&path=/etc/ssl", "j"],
  network: ["view=network", "j"],
  text: ["view=resources&type=members", "j", "y"],
};

Deno.test({
  name: "every key of the page has an effect, and ? lists it",
  ignore,
  async fn() {
    await withViews(async (page, href) => {
      for (const [scope, [fragment, ...first]] of Object.entries(SCOPES)) {
        for (const { keys, action, text } of PAGE_KEYS.filter((one) => one.scope === scope)) {
          for (const key of keys) {
            const name = `${scope} ${key}`;
            await page.goto("about:blank");
            await page.goto(`${href}#view=etcd`);
            await appears(page.getByText(/quorum/));
            await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
            await appears(page.locator("tbody tr, #lines span").first());
            for (const one of first) await page.keyboard.press(one);
            if (scope === "text") await appears(page.getByText("metadata:"));
            await page.keyboard.press("?");
            await appears(page.getByRole("dialog").getByText(text, { exact: true }));
            await page.keyboard.press("Escape");
            // A handler that runs without an effect leaves the default of the browser prevented.
            await page.evaluate(`globalThis.handled = undefined;
              addEventListener("keydown", (event) => globalThis.handled = event.defaultPrevented,
                { once: true });`);
            await page.keyboard.press(key === " " ? "Space" : key);
            equal(await page.evaluate("globalThis.handled"), true, `${name}: ${action}`);
            if (action === "save" && scope === "table") {
              await appears(page.getByRole("dialog"));
            }
          }
        }
      }
    });
  },
});
