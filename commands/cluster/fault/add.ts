import { OsctlError } from "../../../lib/errors.ts";
import { duration, int, string } from "../../../lib/cli/flags.ts";
import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

/** Effects of the actions. */
const ACTIONS = [
  ["delay", "responses take --delay longer"],
  ["latency", "data of connections takes --delay longer each way"],
  ["refuse", "calls fail with Unavailable"],
  ["error", "calls fail with --code and --message"],
  ["cut", "streams break after --after-bytes"],
  ["down", "the node's port is closed"],
  ["blackhole", "the node accepts connections and never responds"],
  ["nospace, corrupt", "an etcd alarm is raised once"],
  ["etcd-lag", "a restarted etcd member takes --delay longer to catch up"],
  ["learner", "the etcd member does not vote"],
  ["no-boot", "a reboot leaves the node off until the fault is cleared"],
  ["slow-boot", "boots take --delay longer"],
  ["old-version", "the boot after an installation runs the previous version"],
  ["install-error", "installations fail"],
  ["pull-error", "image pulls fail"],
  ["crash-pods", "static pods crash from the next boot on"],
  ["slow-pods", "pods take --delay longer to terminate"],
  ["slow-detach", "volumes take --delay longer to detach"],
  ["maintenance-admin", "maintenance mode grants the role os:admin"],
] as const;

export default command("add")
  .summary("Add a fault")
  .details(
    "The fault stays until it is cleared; its number is printed. --node and --method accept * as " +
      "a wildcard. Without --name, uses the cluster of the current context. Actions:\n\n" +
      ACTIONS.map(([name, effect]) => `  ${name.padEnd(17)}  ${effect}`).join("\n"),
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
    afterBytes: int({ help: "bytes of a stream to deliver before it breaks" }),
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
