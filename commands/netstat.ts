import { OsctlError } from "../lib/errors.ts";
import { bool } from "../lib/cli/flags.ts";
import type { PodNetworks } from "../lib/node/network/mod.ts";
import { longOutputFlags, tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("netstat")
  .alias("ss")
  .summary("List network connections and sockets")
  .section("Read nodes")
  .paged()
  .details(
    "Lists connected TCP and UDP sockets of IPv4 and IPv6 by default. The argument " +
      "namespace/pod lists the sockets of a pod that has its own network namespace. -o " +
      "prints timers; --output has no short form here.",
  )
  .args({ pod: "[namespace/pod]" }, { pod: "pod" })
  .usage("")
  .flags({
    all: bool({ short: "a", help: "show sockets in all states" }),
    extend: bool({ short: "x", help: "show user and inode" }),
    ipv4: bool({ short: "4", help: "show IPv4 sockets only" }),
    ipv6: bool({ short: "6", help: "show IPv6 sockets only" }),
    listening: bool({ short: "l", help: "show listening sockets only" }),
    pods: bool({ short: "k", help: "include sockets of pod network namespaces" }),
    programs: bool({ short: "p", help: "show process ID and program name" }),
    raw: bool({ short: "w", help: "show raw sockets" }),
    tcp: bool({ short: "t", help: "show TCP sockets" }),
    timers: bool({ short: "o", help: "show timers" }),
    udp: bool({ short: "u", help: "show UDP sockets" }),
    udplite: bool({ short: "U", help: "show UDP-Lite sockets" }),
    verbose: bool({ short: "v", help: "show sockets of all protocols" }),
  })
  .flags({ ...tableFlags, ...longOutputFlags })
  .example("osctl netstat -n 10.5.0.2", "List connections")
  .example("osctl netstat -l -t -p", "List listening TCP sockets with their programs")
  .example("osctl netstat -a kube-system/coredns-1", "List all sockets of a pod")
  .run(async (context, { args: { pod }, flags }) => {
    if (pod !== undefined && flags.timers && /^(json|jsonpath|name|table|yaml)(=|$)/.test(pod)) {
      const { shellQuoted } = await import("../lib/output/shell_quoted.ts");
      throw new OsctlError("usage", `invalid pod "${pod}": -o shows timers`, {
        hint: `use --output ${shellQuoted(pod)}`,
      });
    }
    if (pod !== undefined && !/^[^/]+\/[^/]+$/.test(pod)) {
      throw new OsctlError("usage", `invalid pod "${pod}"`, {
        hint: "use the form namespace/pod",
      });
    }
    if (pod !== undefined && flags.pods) {
      throw new OsctlError("usage", "--pods cannot be combined with a pod", {
        hint: "remove one of them",
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { listPodSockets, listSocketsWithPods, netstatView, toNetstatRequest } = await import(
      "../lib/node/network/mod.ts"
    );
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    const request = toNetstatRequest(flags);
    let pods: PodNetworks = new Map();
    await printNodeRows(context, flags, {
      async call(client) {
        if (pod !== undefined) return await listPodSockets(client, pod, request);
        if (!flags.pods) return await client.call(MachineService.Netstat, request);
        const found = await listSocketsWithPods(client, request);
        pods = found.pods;
        return found.answers;
      },
      *toRows({ connectrecord }, node) {
        const names = pods.get(node);
        for (const socket of connectrecord ?? []) {
          yield { socket, pod: pod?.toLowerCase() ?? names?.get(socket.netns ?? "") };
        }
      },
      view: netstatView(flags),
      hideSingleNode: pod !== undefined,
    });
  });
