import { OsctlError } from "../lib/errors.ts";
import { bool } from "../lib/cli/flags.ts";
import type { PodNetworks } from "../lib/client/netstat.ts";
import { longOutputFlags, tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("netstat")
  .alias("ss")
  .summary("List the connections and sockets of nodes")
  .details(
    "Without a protocol TCP and UDP are listed, without a family IPv4 and IPv6, and of those what " +
      "is connected. An argument namespace/pod lists the sockets of that pod instead of those of " +
      "the node; it needs a network of its own. -o means timers here, records have --output only.",
  )
  .args({ pod: "[namespace/pod]" }, { pod: "pod" })
  .usage("")
  .flags({
    all: bool({ short: "a", help: "show sockets in every state" }),
    extend: bool({ short: "x", help: "show users and inodes" }),
    ipv4: bool({ short: "4", help: "show IPv4 sockets only" }),
    ipv6: bool({ short: "6", help: "show IPv6 sockets only" }),
    listening: bool({ short: "l", help: "show sockets that listen" }),
    pods: bool({ short: "k", help: "show sockets in the networks of pods too" }),
    programs: bool({ short: "p", help: "show the programs that hold them" }),
    raw: bool({ short: "w", help: "show raw sockets" }),
    tcp: bool({ short: "t", help: "show TCP sockets" }),
    timers: bool({ short: "o", help: "show timers" }),
    udp: bool({ short: "u", help: "show UDP sockets" }),
    udplite: bool({ short: "U", help: "show UDP-Lite sockets" }),
    verbose: bool({ short: "v", help: "show sockets of every protocol" }),
  })
  .flags({ ...tableFlags, ...longOutputFlags })
  .example("osctl netstat -n 10.5.0.2", "The connections of a node")
  .example("osctl netstat -l -t -p", "Which programs wait for TCP connections")
  .example("osctl netstat -a kube-system/coredns-1", "All sockets of a pod")
  .run(async (context, { args: { pod }, flags }) => {
    if (pod !== undefined && !/^[^/]+\/[^/]+$/.test(pod)) {
      throw new OsctlError("usage", `"${pod}" does not name a pod`, {
        hint: "write it as namespace/pod",
      });
    }
    if (pod !== undefined && flags.pods) {
      throw new OsctlError("usage", "--pods and a pod cannot be given together", {
        hint: "leave out one of them",
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { socketRequest, socketsOfPod, socketsWithPods } = await import(
      "../lib/client/netstat.ts"
    );
    const { printNodeRows } = await import("../lib/client/print_rows.ts");
    const { netstatView } = await import("../lib/output/views/netstat.ts");
    const request = socketRequest(flags);
    let pods: PodNetworks = new Map();
    await printNodeRows(context, flags, {
      async ask(client) {
        if (pod !== undefined) return await socketsOfPod(client, pod, request);
        if (!flags.pods) return await client.call(MachineService.Netstat, request);
        const found = await socketsWithPods(client, request);
        pods = found.pods;
        return found.answers;
      },
      *rowsOf({ connectrecord }, node) {
        const names = pods.get(node);
        for (const socket of connectrecord ?? []) {
          yield { socket, pod: pod?.toLowerCase() ?? names?.get(socket.netns ?? "") };
        }
      },
      view: netstatView(flags),
      anonymous: pod !== undefined,
    });
  });
