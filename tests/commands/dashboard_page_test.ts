/** The page of `dashboard --web` in headless Chromium. */
import axe from "axe-core";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { appears, isBrowserMissing, shoot, until, withPage } from "../helpers/browser.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withDashboard } from "../helpers/web_dashboard.ts";

if (isBrowserMissing) console.log("skipping the page of dashboard --web: no chromium");
const ignore = isBrowserMissing;

const WIDTHS = [390, 768, 1280] as const;
const SCHEMES = ["light", "dark"] as const;

/** Addresses of all views, and what they show when they are complete. */
const VIEWS: readonly (readonly [fragment: string, text: RegExp])[] = [
  ["view=overview", /etcd\s*1 member, quorum 1/],
  ["view=node", /CLUSTER\s*test \(2 machines\)/],
  ["view=node&pane=monitor&filter=deno", /COMMAND/],
  ["view=node&pane=disks", /MOUNTED ON/],
  ["view=etcd", /quorum 1/],
  ["view=events", /MachineStatusEvent/],
  ["view=resources&type=members", /4 resources/],
  ["view=logs", /containerd/],
  ["view=logs&line=apid kubelet", /test-worker-1 apid {2}/],
  ["view=containers", /apid/],
  ["view=processes&filter=deno", /COMMAND/i],
  ["view=network&filter=:50000", /LOCAL ADDRESS/i],
  ["view=network&table=routes", /RouteStatus/],
  ["view=files&path=/etc&filter=NAME:^hosts$", /2 of \d+ rows/],
];

/** Returns the serious findings of axe-core. */
async function findProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate("axe.run(document)") as axe.AxeResults;
  // The rules were applied.
  ok(passes.some(({ id, nodes }) => id === "color-contrast" && nodes.length > 5));
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`);
}

Deno.test({
  name: "every view fits 390, 768 and 1280 pixels, light and dark, without serious axe findings",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = [...sandbox.nodes.map(({ address }) => address), sandbox.dead];
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          for (const [index, [fragment, text]] of VIEWS.entries()) {
            await page.goto(`${href}#${fragment}`);
            await appears(page.locator("main", { hasText: text }));
            for (const width of WIDTHS) {
              await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
              for (const colorScheme of SCHEMES) {
                await page.emulateMedia({ colorScheme });
                const name = `${fragment.replaceAll(/[^a-z]+/g, "-")}-${width}-${colorScheme}`;
                await shoot(page, name);
                const overflow = await page.evaluate(
                  "document.documentElement.scrollWidth - innerWidth",
                );
                ok(Number(overflow) <= 0, `${name} is ${overflow} pixels too wide`);
                // Views share their elements and colours: each is checked in one combination.
                const checked = index % 2 === 0 ? "390-light" : "1280-dark";
                const isChecked = checked === `${width}-${colorScheme}`;
                if (isChecked) deepEqual(await findProblems(page), [], name);
              }
            }
          }
          await page.keyboard.press("?");
          await appears(page.getByRole("dialog"));
          deepEqual(await findProblems(page), []);
        });
      });
    });
  },
});

Deno.test({
  name: "tables are cards with the headers of their cells on narrow screens",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      await withDashboard(sandbox, [sandbox.nodes[0]!.address], async ({ href }) => {
        await withPage(async (page) => {
          await page.setViewportSize({ width: 390, height: 844 });
          await page.goto(`${href}#view=etcd`);
          const card = page.getByRole("row").nth(1);
          await appears(card);
          const styleOf = (selector: string, pseudo: string, name: string) =>
            page.evaluate(
              `getComputedStyle(document.querySelector("${selector}"), "${pseudo}").${name}`,
            );
          equal(await styleOf("tbody tr", "", "display"), "grid");
          equal(await styleOf("tbody td:nth-child(3)", "::before", "content"), '"ROLE"');
          // The headers of a hidden row cannot sort: a list of them does.
          await page.getByLabel("Sort").selectOption("MEMBER");
          match(page.url(), /sort=MEMBER/);
          await page.getByRole("button", { name: "Reverse" }).click();
          match(page.url(), /sort=-MEMBER/);
        });
      });
    });
  },
});

Deno.test({
  name: "the cluster's shape shows zones, roles, the leader, versions and what is down",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 3, workers: 2 }, async (sandbox) => {
      const { nodes } = sandbox;
      const worker = sandbox.workers[0]!;
      for (const [index, { address }] of nodes.slice(0, 2).entries()) {
        const nodeLabels = { "topology.kubernetes.io/zone": `eu-${index + 1}` };
        const patch = JSON.stringify({ machine: { nodeLabels } });
        equal((await sandbox.run(["patch", "mc", "-n", address, "-p", patch])).code, 0);
      }
      sandbox.cluster.faults.set([{ id: "1", action: "down", node: worker.name, method: "*" }]);
      await sandbox.cluster.applyFaults();
      // The last worker is a member that the dashboard does not show.
      const shown = nodes.slice(0, -1).map(({ address }) => address);
      await withDashboard(sandbox, shown, async ({ href }) => {
        await withPage(async (page) => {
          await page.goto(href);
          const shape = page.getByRole("region", { name: "Cluster" });
          await appears(shape.getByText(/^3 members, quorum 2, leader test-controlplane-\d$/));
          await appears(shape.getByRole("link", { name: /control plane · ready · etcd leader/ }));
          await appears(shape.getByRole("link", { name: /test-worker-1 worker · down/ }));
          await appears(shape.locator("div", { hasText: /^Other memberstest-worker-2$/ }));
          await appears(shape.locator("div", { hasText: /^Kubernetesv1\.\d+\.\d+$/ }));
          equal(await shape.getByRole("listitem").count(), 4);
          const zone = shape.getByRole("list", { name: "zone eu-2" });
          await appears(zone.getByRole("link", { name: /test-controlplane-2/ }));
          deepEqual(await shape.getByRole("heading").allInnerTexts(), [
            "zone eu-1",
            "zone eu-2",
            "no zone",
          ]);
          await shape.getByRole("link", { name: /test-controlplane-2/ }).click();
          await appears(page.locator("#heading", { hasText: /^test-controlplane-2 \(v/ }));
        });
      });
    });
  },
});

Deno.test({
  name: "charts of CPU, memory, disk and network are drawn over the session",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = sandbox.nodes.map(({ address }) => address);
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          await page.goto(href);
          const titles = page.locator(".chart figcaption > span:first-child");
          await until(page, async () => await titles.count() === 4, "four charts");
          deepEqual(await titles.allInnerTexts(), ["CPU", "Memory", "Disk", "Network"]);
          const cpu = page.getByRole("img", { name: /^CPU: mean \d.*highest node .*at most/ });
          await appears(cpu);
          const line = cpu.locator("g.first .line");
          await until(
            page,
            async () => (await line.getAttribute("d") ?? "").includes("L"),
            "a line of two points",
          );
          // A pointer shows the values at a time.
          await cpu.hover();
          await appears(page.getByText(/^at \d/));
          await page.goto(`${href}#view=node&pane=monitor`);
          await appears(page.getByRole("img", { name: /^Disk: read/ }));
          deepEqual(await titles.allInnerTexts(), ["CPU", "Memory", "Load", "Disk", "Network"]);
        });
      });
    });
  },
});

Deno.test({
  name: "the page shows live data, is used by keyboard, and has no external asset",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const [first, second] = sandbox.nodes;
      const { faults } = sandbox.cluster;
      const nodes = [first!.address, second!.address, sandbox.dead];
      await withDashboard(sandbox, nodes, async (address) => {
        await withPage(async (page) => {
          const hosts = new Set<string>();
          page.on("request", (sent) => hosts.add(new URL(sent.url()).host));
          await page.goto(address.href);
          const rows = page.locator("tbody tr");
          await appears(page.getByText("3 nodes, 2 ready, 1 down"));
          await until(page, async () => await rows.count() === 3, "three rows");
          match(await page.title(), /^\S+ – osctl dashboard$/);
          match(await page.locator("#context").innerText(), /^\S+$/);
          match(
            await rows.nth(0).innerText(),
            /test-controlplane-1\s+\S+\s+controlplane\s+v.*running\s+yes/,
          );
          match(await rows.nth(2).innerText(), new RegExp(`${sandbox.dead}\\s+cannot be reached`));
          // The second row is opened by keys; its values change without a reload.
          await page.keyboard.press("j");
          await page.keyboard.press("j");
          await page.keyboard.press("Enter");
          await appears(page.getByText(/^test-worker-1 \(v.*uptime/));
          equal(await page.locator("#node").inputValue(), second!.address);
          await appears(page.locator("#fields dd", { hasText: "test (2 machines)" }));
          await page.getByRole("combobox", { name: "Source" }).selectOption("apid");
          await appears(page.locator("#lines", { hasText: "SystemStat" }));
          await page.keyboard.press("}");
          await appears(page.getByRole("heading", { name: "Processes" }));
          await until(page, async () => await rows.count() > 3, "processes");
          // Sorted by a header, which a reader announces.
          await page.getByRole("button", { name: "PID" }).click();
          await appears(page.locator('th[aria-sort="descending"]', { hasText: "PID" }));
          const pids = (await page.locator("tbody tr td:first-child").allInnerTexts()).map(Number);
          deepEqual(pids, pids.toSorted((a, b) => b - a));
          // A row that another order moves keeps the focus.
          const active = () => page.evaluate("document.activeElement.dataset.id");
          const last = page.locator("tbody tr").last();
          const id = await last.getAttribute("data-id");
          await last.focus();
          await page.evaluate('location.hash += "&sort=PID"');
          await page.evaluate("history.back()");
          equal(await active(), id);
          await page.keyboard.press("3");
          await appears(page.getByText(/quorum 1/));
          await page.keyboard.press("4");
          await appears(page.locator("tbody tr", { hasText: "MachineStatusEvent" }));
          await page.keyboard.press("/");
          await page.keyboard.type("no such event");
          await until(page, async () => await rows.count() === 0, "no row");
          match(page.url(), /filter=no\+such\+event/);
          await page.keyboard.press("Escape");
          await until(page, async () => await rows.count() > 0, "rows");
          // Back returns to the view before.
          await page.goBack();
          await appears(page.getByText(/quorum 1/));
          await page.keyboard.press("?");
          await appears(page.getByRole("dialog"));
          await page.keyboard.press("Escape");
          await page.keyboard.press("1");
          faults.set([{ id: "1", action: "down", node: second!.name, method: "*" }]);
          await sandbox.cluster.applyFaults();
          await appears(page.getByText("3 nodes, 1 ready, 2 down"));
          faults.set([]);
          await sandbox.cluster.applyFaults();
          await appears(page.getByText("3 nodes, 2 ready, 1 down"));
          deepEqual([...hosts], [address.host], "no external asset");
        });
      });
    });
  },
});

Deno.test({
  name:
    "resources of all nodes are opened by name, filtered, sorted and described; links restore it",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = sandbox.nodes.map(({ address }) => address);
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          await page.goto(href);
          await appears(page.getByText("2 nodes, 2 ready"));
          await page.keyboard.press(":");
          await page.keyboard.type("services");
          await page.keyboard.press("Enter");
          const rows = page.locator("tbody tr");
          const matches = page.locator("#matches");
          await appears(matches.getByText(/^\d+ resources$/));
          // Completion has the names of all types.
          await until(
            page,
            async () => await page.locator('#types option[value="members"]').count() === 1,
            "completion",
          );
          await page.keyboard.press("/");
          await page.keyboard.type("worker.*kubelet|kubelet$");
          await appears(matches.getByText(/^2 of \d+ resources$/));
          equal(await rows.count(), 2);
          await page.getByRole("button", { name: "NODE" }).click();
          await page.getByRole("button", { name: "NODE" }).click();
          await appears(page.locator('th[aria-sort="descending"]', { hasText: "NODE" }));
          await appears(rows.nth(0).getByText("test-worker-1"));
          await rows.nth(0).getByRole("link").click();
          const text = page.getByRole("region", { name: "kubelet on test-worker-1" });
          await appears(text.getByText(/^Owner: +v1alpha1\.ServiceController$/));
          await page.keyboard.press("y");
          await appears(text.getByText(/^node: /).or(text.getByText(/^metadata:$/)));
          await shoot(page, "resources-document-1280-light");
          deepEqual(await findProblems(page), []);
          // Sections are folded by keyboard.
          const section = text.locator("summary", { hasText: "metadata:" });
          await section.focus();
          await page.keyboard.press("Enter");
          equal(await text.getByText(/^ +type:/).isVisible(), false);
          const link = page.url();
          await page.keyboard.press("Escape");
          await until(page, async () => !await page.locator("#document").isVisible(), "rows only");
          await page.goto("about:blank");
          await page.goto(link);
          await appears(text.getByText(/^metadata:$/));
          equal(await page.locator("#filter").inputValue(), "worker.*kubelet|kubelet$");
          await page.setViewportSize({ width: 390, height: 844 });
          await shoot(page, "resources-document-390-light");
          // An unknown type is an error with a hint.
          await page.goto(`${href}#view=resources&type=membrs`);
          await appears(page.getByText(/"membrs".*members/));
        });
      });
    });
  },
});

Deno.test({
  name: "logs, containers, processes and connections of all nodes are shown and filtered",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = sandbox.nodes.map(({ address }) => address);
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          const rows = page.locator("tbody tr");
          const lines = page.locator("#lines");
          await page.goto(`${href}#view=logs`);
          await appears(rows.getByText("test-worker-1"));
          // A row opens its log; the address restores it.
          await rows.filter({ hasText: /test-worker-1.*apid/ }).getByRole("link").click();
          await appears(page.getByRole("heading", { name: "Log of test-worker-1 apid" }));
          await appears(lines.getByText(/SystemStat|ServiceList/));
          match(page.url(), /row=\S+apid/);
          // Several logs, sorted by time; the filter is of lines.
          await page.getByLabel("Services and nodes").fill("apid kubelet");
          await page.getByRole("button", { name: "Open" }).click();
          await appears(lines.getByText(/^test-controlplane-1 apid {2}/));
          await appears(lines.getByText(/^test-worker-1 apid {2}/));
          await page.locator("#line-filter").fill("no such line");
          await appears(page.getByText("no line matches"));
          // Processes are a tree that a filter and a node reduce.
          await page.keyboard.press("Escape");
          await page.keyboard.press("Escape");
          await page.keyboard.press("7");
          await appears(page.getByRole("heading", { name: "Processes of all nodes" }));
          await until(page, async () => await rows.count() > 1, "processes");
          await page.getByRole("textbox", { name: "Nodes" }).fill("worker-1");
          await page.getByRole("button", { name: "Open" }).click();
          await until(
            page,
            async () =>
              await rows.count() > 1 &&
              await rows.filter({ hasText: "test-controlplane-1" }).count() === 0,
            "processes of one node",
          );
          await page.keyboard.press("8");
          await appears(page.getByRole("heading", { name: "Containers" }));
          await appears(rows.getByText("apid"));
          await page.keyboard.press("0");
          await appears(page.getByRole("heading", { name: "Connections" }));
          await appears(rows.getByText(/:50000/));
          await page.goto(`${href}#view=processes&line=nowhere`);
          await appears(page.getByText('unknown node "nowhere"'));
        });
      });
    });
  },
});

Deno.test({
  name: "a page that was refused, or whose connection was lost, recovers by itself",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      await withDashboard(sandbox, [sandbox.nodes[0]!.address], async ({ href }) => {
        await withPage(async (page, context) => {
          // All streams that the program serves are in use.
          const streams = await Promise.all(
            Array.from({ length: 16 }, () => fetch(`${href}events?view=etcd`)),
          );
          deepEqual(streams.map(({ status }) => status), streams.map(() => 200));
          const other = await context.newPage();
          await other.goto(`${href}#view=resources&type=members`);
          const lost = other.getByRole("alert");
          await appears(lost.getByText(/reconnects by itself/));
          for (const { body } of streams) await body?.cancel();
          await appears(other.getByText("1 resource", { exact: true }));
          equal(await lost.isVisible(), false);
          // The network is lost and returns.
          await context.setOffline(true);
          await context.setOffline(false);
          await other.reload();
          await appears(other.getByText("1 resource", { exact: true }));
          await other.close();
          await page.goto(`${href}#view=etcd`);
          await appears(page.getByText(/quorum 1/));
        });
      });
    });
  },
});

Deno.test({
  name: "a hanging node delays neither the page nor the rows of others",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const { faults } = sandbox.cluster;
      const nodes = sandbox.nodes.map(({ address }) => address);
      await withDashboard(sandbox, nodes, async ({ href }) => {
        await withPage(async (page) => {
          faults.set([
            { id: "1", action: "blackhole", node: sandbox.workers[0]!.name, method: "*" },
          ]);
          await sandbox.cluster.applyFaults();
          await page.goto(`${href}#view=resources&type=services`);
          await appears(page.locator("tbody tr", { hasText: "test-controlplane-1" }));
          await appears(page.getByText(/waiting for 1 node|test-worker-1: |127[\d.]+: /));
          await page.keyboard.press("6");
          await appears(page.locator("tbody tr", { hasText: "kubelet" }));
          faults.set([]);
          await sandbox.cluster.applyFaults();
          await appears(page.locator("tbody tr", { hasText: "test-worker-1" }));
        });
      });
    });
  },
});

Deno.test({
  name: "data of nodes is text on the page, another origin cannot read it",
  ignore,
  async fn() {
    await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
      const node = sandbox.nodes[0]!;
      sandbox.cluster.eventsOf(node).publish(
        "TaskEvent",
        { task: '<img src=x onerror="document.title=1">', action: 1 },
        "",
      );
      await withDashboard(sandbox, [node.address], async (address) => {
        await withPage(async (page, context) => {
          await page.goto(`${address.href}#view=events`);
          await appears(page.getByText('<img src=x onerror="document.title=1">'));
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
