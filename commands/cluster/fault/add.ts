import { OsctlError } from "../../../lib/errors.ts";
import { duration, int, string } from "../../../lib/cli/flags.ts";
import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("add")
  .summary("Add a fault")
  .details(
    "Actions: delay (with --delay), refuse (Unavailable), cut (breaks a stream after " +
      "--after-bytes), error (responds with --code and --message), down (closes the node's " +
      "port), blackhole (accepts connections and never responds), latency (delays the data of " +
      "connections by --delay both ways), nospace and corrupt (raise an " +
      "etcd alarm once), maintenance-admin (grants the role os:admin in maintenance mode), " +
      "old-version (the boot after an installation runs the version before it), no-boot (a " +
      "reboot leaves the node off until the fault is cleared), slow-boot (boots take --delay " +
      "longer), install-error, pull-error (installations, or pulls of images, fail), etcd-lag " +
      "(a restarted etcd member takes --delay longer to catch up), learner (the etcd member does " +
      "not vote), crash-pods (static pods crash from the next boot on), slow-pods, slow-detach " +
      "(pods take --delay longer to terminate, volumes to detach). Node and method accept * as a wildcard. The fault stays until cleared; its " +
      "number is printed. Without --name, the cluster of the current context is used.",
  )
  .args({ action: "<action>" }, { action: "faultAction" })
  .flags({
    node: string({ default: "*", help: "node name or address pattern", complete: "clusterNode" }),
    method: string({
      default: "*",
      help: "RPC method pattern, such as Read or a full path",
      complete: "method",
    }),
    delay: duration({ help: "delay of the response, data, boot, etcd member, pods or volumes" }),
    afterBytes: int({ help: "bytes of a stream delivered before the break" }),
    code: string({
      default: "Unavailable",
      help: "gRPC status, by name or number",
      complete: "statusCode",
    }),
    message: string({ help: "status message" }),
    nth: int({ help: "apply to the n-th matching call only; 0: every call" }),
  })
  .extra()
  .inherits(groupFlags)
  .example(
    "osctl cluster fault add down --node os-default-worker-1",
    "Take a node down",
  )
  .example(
    "osctl cluster fault add latency --delay 25ms",
    "Simulate a line with a round trip of 50 ms",
  )
  .example(
    "osctl cluster fault add error --method Version --nth 2",
    "Fail the second call of a method",
  )
  .run(async (context, { args, flags, given }) => {
    const { requireSandbox, selectCurrentCluster } = await import("../../../lib/cluster/mod.ts");
    const { addFault, createFaultRule } = await import("../../../lib/cluster/faults.ts");
    const selection = await selectCurrentCluster(flags, given, context);
    const { name, stateFolder } = selection;
    await requireSandbox(selection, context);
    if (given.has("nodes")) {
      throw new OsctlError("usage", "--nodes does not select the node of a fault", {
        hint: "use --node",
      });
    }
    const filter = createFaultRule(args.action, {
      node: flags.node,
      method: flags.method,
      delayMs: given.has("delay") ? flags.delay : undefined,
      afterBytes: given.has("afterBytes") ? flags.afterBytes : undefined,
      code: given.has("code") || args.action === "error" ? flags.code : undefined,
      message: given.has("message") ? flags.message : undefined,
      nth: flags.nth === 0 ? undefined : flags.nth,
    });
    const id = await addFault(
      stateFolder,
      name,
      filter,
      context,
    );
    await context.stdout.write(`${id}\n`);
  });
