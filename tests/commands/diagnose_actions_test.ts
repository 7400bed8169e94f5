import { ok } from "node:assert/strict";
import { splitWords } from "../../lib/output/split_words.ts";
import { RULES } from "../../lib/procedures/diagnosis/mod.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Values of placeholders that rules fill. */
const VALUES: Readonly<Record<string, string>> = {
  name: "test-controlplane-1",
  service: "etcd",
  image: "registry.k8s.io/pause:3.10",
  registry: "registry.k8s.io",
  container: "kube-system/kube-apiserver-test-controlplane-1:kube-apiserver",
  member: "8e9e05c52164694d",
  supported: "1.31.0",
  version: "1.31.0",
  volume: "EPHEMERAL",
  link: "eth0",
};

/** Commands that only read, which are executed on a node. */
const READS =
  /^osctl (?:config info|containers|dmesg|disks|etcd (?:status|members|alarm list)|get|health --once|logs|list|memory|mounts|netstat|processes|service \w+ -n|service -n|time|usage|version)/;

Deno.test("every command that a finding suggests is accepted, and reads succeed", async () => {
  const commands = new Set(
    RULES.flatMap(({ actions }) => actions.map(({ text }) => text))
      .filter((text) => text.startsWith("osctl ")),
  );
  ok(commands.size > 60, `${commands.size} commands`);
  await withSandbox({ controlPlanes: 1 }, async ({ run, nodes, dead, home }) => {
    const problems: string[] = [];
    for (const command of commands) {
      const isRead = READS.test(command);
      // Commands that change something never reach a node.
      const node = isRead ? nodes[0]!.address : dead;
      const filled = command
        .replaceAll(/\{(\w+)\}/g, (_, name) => VALUES[name] ?? node)
        .replaceAll(/<file>/g, `${home}/new-file-${Math.random()}`)
        .replaceAll(/<(?:healthy|node)[^>]*>/g, node)
        .replaceAll(/<member [^>]*>/g, VALUES["member"]!)
        .replaceAll(/<installer image>/g, "ghcr.io/siderolabs/installer:v1.8.4")
        .replaceAll(/<[^>]*>/g, "x");
      const split = splitWords(filled);
      if (!("words" in split)) throw new Error(`unclosed quote: ${filled}`);
      const words = split.words.slice(1);
      const target = / -n /.test(filled) || /^osctl (config (?!new)|cluster)/.test(filled)
        ? []
        : ["-n", node];
      const { code, stderr } = await run([...words, ...target], {
        env: { OSCTL_CALL_TIMEOUT: "2s" },
      });
      const isAccepted = code !== 2 && !/--help"/.test(stderr);
      if (!isAccepted && !NEEDS_TERMINAL.test(stderr)) problems.push(`${command}: ${stderr}`);
    }
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
});

/** Questions that a command asks on a terminal, once its flags are accepted. */
const NEEDS_TERMINAL = /is not a terminal|requires a terminal|--yes/;
