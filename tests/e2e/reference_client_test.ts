/**
 * talosctl against the sandbox prints the same output as osctl. Runs where
 * `OSCTL_BENCH_REFERENCE` names its executable.
 */
import assert from "node:assert/strict";
import { withRealCluster } from "./cluster.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** Masks differences between runs: ages and relative times. */
const TIMES = /(?:[0-9]+h)?(?:[0-9]+m)?[0-9]+s ago|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/g;

const masked = (text: string) => text.replaceAll(TIMES, "…");

Deno.test({
  name: "talosctl prints the same output of nodes",
  ignore: reference === undefined,
  async fn(t) {
    await withRealCluster(async ({ program, controlPlane, worker }) => {
      const tree = `${program.home}/tree`;
      await Deno.mkdir(`${tree}/a/b`, { recursive: true });
      await Deno.writeFile(`${tree}/a/b/file`, new Uint8Array(70_000));
      await Deno.symlink("b/file", `${tree}/a/link`);
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = listener.addr;
      const own = new RegExp(`^.*:${port} .*$`, "gm");

      const theirs = async (...args: string[]) => {
        const config = ["--talosconfig", `${program.home}/.os/config`];
        const { stdout, stderr, code } = await new Deno.Command(reference!, {
          args: [...config, ...args],
          env: { HOME: program.home },
        }).output();
        const text = new TextDecoder();
        assert.equal(code, 0, text.decode(stderr));
        return text.decode(stdout);
      };
      // talosctl prints the node once for a kernel message of several lines.
      const withoutNode = (text: string) => masked(text).replaceAll(`${controlPlane}: `, "");
      // Usage may change between the two runs.
      const withoutUsage = (text: string) => text.replaceAll(/ +[0-9]+\.[0-9]+(?=[ %])/g, " …");
      const cases: [args: string[], part?: RegExp | typeof masked][] = [
        [["mounts"], withoutUsage],
        [["disks"]],
        [["service"]],
        [["service", "apid"]],
        [["containers"]],
        [["containers", "-k"]],
        [["stats", "-k"]],
        [["dmesg"], withoutNode],
        [["memory", "-v"], /^(?:MemTotal|DirectMap.*|Hugepagesize): .*$/gm],
        [["usage", tree]],
        [["usage", "-d", "0", tree]],
        [["usage", "-d", "1", tree]],
        [["usage", "-a", "-d", "9", "-t", "5000", "-H", tree]],
        [["netstat", "-l", "-p", "-o"], own],
        [["netstat", "-a", "-t", "-4", "-x"], own],
        [["list", "-l", "-r", tree]],
        [["read", "/proc/version"]],
        [["etcd", "members"]],
        [["etcd", "status"]],
        [["etcd", "snapshot", `${program.home}/etcd.db`]],
        // The interface documents Kubernetes v1.31.1, this pre-release still has v1.31.0.
        [["image", "default"], (text) => text.replaceAll(/:v1\.31\.[01]$/gm, ":v1.31.x")],
        [["image", "list", "--namespace", "system"]],
      ];
      for (const [args, part] of cases) {
        await t.step(args.slice(0, 3).join(" "), async () => {
          const ours = await program.run([...args, "-n", controlPlane]);
          assert.equal(ours.code, 0, ours.stderr);
          const [actual, expected] = [ours.stdout, await theirs(...args, "-n", controlPlane)]
            .map((text) =>
              part instanceof RegExp ? text.match(part)?.join("\n") ?? "" : (part ?? masked)(text)
            );
          assert.notEqual(actual, "");
          assert.equal(actual, expected);
        });
      }
      await t.step("two nodes", async () => {
        const both = `${controlPlane},${worker}`;
        const ours = await program.run(["mounts", "-n", both]);
        // talosctl prints nodes in the order of their responses.
        const sorted = (text: string) => withoutUsage(text).split("\n").toSorted();
        assert.deepEqual(sorted(ours.stdout), sorted(await theirs("mounts", "-n", both)));
      });
    });
  },
});
