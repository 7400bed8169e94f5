/**
 * Newer releases of talosctl and osctl read the same nodes of every release with the same
 * result. Runs where `OSCTL_BENCH_REFERENCE_NEWER` lists executables, separated by commas.
 */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { compareNatural } from "../../lib/output/natural_order.ts";
import { NEWEST_TAG, OS_RELEASES } from "../../lib/os_versions/mod.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const clients = (Deno.env.get("OSCTL_BENCH_REFERENCE_NEWER") ?? "").split(",")
  .filter((path) => path !== "");

/** Masks times. */
const masked = (text: string) =>
  text.replaceAll(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z|[0-9hms.]+ ago/g, "…");

/** The rows of a table by header, which does not depend on the order of columns. */
function rowsOf(text: string): Record<string, string>[] {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  const starts = [...first.matchAll(/(?<=^| {3})\S+(?: \S+)*/g)];
  return lines.map((line) =>
    Object.fromEntries(
      starts.map(({ 0: header, index }, at) =>
        [header, line.slice(index, starts[at + 1]?.index).trim()] as const
      ),
    )
  );
}

const sorted = (rows: Record<string, string>[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort(compareNatural);

/** Types whose tables are compared; those that change while they are read are absent. */
const TYPES = [
  ...["members", "hostname", "addresses", "links", "routes", "services", "machinetype", "mounts"],
  ...["rd", "ns", "nodename", "disks", "certificate", "etcdmember", "staticpods", "extensions"],
];

/** Columns that osctl prints for nodes with values for them. */
const OPTIONAL = ["PROTOCOL", "STORAGE"];

for (const client of clients) {
  const name = client.split("/").at(-1);
  for (const release of OS_RELEASES) {
    Deno.test(`${name} and osctl read the same nodes of ${release}`, async (t) => {
      await withSandbox({ osVersion: NEWEST_TAG[release] }, async ({ run, nodes, home }) => {
        const node = nodes[0]!.address;
        const theirs = async (...args: string[]) => {
          const command = new Deno.Command(client, {
            args: ["--talosconfig", `${home}/.os/config`, "-n", node, ...args],
            // Clients since v1.12 require ALPN, which nodes before v1.8.2 do not negotiate.
            env: { HOME: home, GRPC_ENFORCE_ALPN_ENABLED: "false" },
          });
          const { stdout, stderr, code } = await command.output();
          const text = new TextDecoder();
          return { code, stdout: masked(text.decode(stdout)), stderr: text.decode(stderr) };
        };
        const ours = async (...args: string[]) => {
          const { code, stdout, stderr } = await run([...args, "-n", node]);
          return { code, stdout: masked(stdout), stderr };
        };
        const tables = [
          ...TYPES.map((type) => ["get", type]),
          ...[["etcd", "status"], ["etcd", "members"], ["image", "list", "--namespace", "system"]],
          ...[["service"], ["containers"]],
        ];
        for (const args of tables) {
          await t.step(args.join(" "), async () => {
            const [own, other] = [await ours(...args), await theirs(...args)];
            assert.equal(own.code, other.code, `${own.stderr}\n${other.stderr}`);
            const rows = rowsOf(own.stdout);
            const headers = Object.keys(rows[0] ?? {});
            // Clients since v1.11 print the columns that older nodes do not send, without values.
            const others = rowsOf(other.stdout).map((row) =>
              Object.fromEntries(
                Object.entries(row).filter(([header]) =>
                  headers.includes(header) || !OPTIONAL.includes(header)
                ),
              )
            );
            assert.deepEqual(sorted(rows), sorted(others));
          });
        }
        await t.step("version", async () => {
          const server = (text: string) => text.slice(text.indexOf("Server:"));
          const [own, other] = [await ours("version"), await theirs("version")];
          assert.equal(server(own.stdout), server(other.stdout));
        });
        await t.step("machine configuration", async () => {
          const args = ["get", "mc", "v1alpha1", "-o"];
          const [own, other] = [await ours(...args, "yaml"), await theirs(...args, "yaml")];
          assert.deepEqual(parse(own.stdout), parse(other.stdout));
          assert.equal(typeof parse(own.stdout).spec, "string");
          const [json, otherJson] = [await ours(...args, "json"), await theirs(...args, "json")];
          assert.deepEqual(JSON.parse(json.stdout), JSON.parse(otherJson.stdout));
          const path = "jsonpath={.spec}";
          const [text, otherText] = [await ours(...args, path), await theirs(...args, path)];
          assert.equal(text.stdout, otherText.stdout);
        });
      });
    });
  }
}

if (clients.length === 0) {
  Deno.test({ name: "newer releases of talosctl", ignore: true, fn: () => {} });
}
