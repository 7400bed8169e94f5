import { duration, int, string } from "../../../lib/cli/flags.ts";
import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("add")
  .summary("Set a fault")
  .details(
    "Actions: delay (with --delay), refuse (Unavailable at once), cut (breaks a stream after " +
      "--after-bytes), error (answers --code and --message), down (the node's port is closed), " +
      "blackhole (the port takes connections and never answers). Node and method may hold * for " +
      "any run of characters. Holds until cleared; the fault's number is printed.",
  )
  .args({ action: "<action>" })
  .flags({
    node: string({ default: "*", help: "node name or address the fault is for" }),
    method: string({ default: "*", help: "method it is for, as Read or a full path" }),
    delay: duration({ help: "how long an answer is held back" }),
    afterBytes: int({ help: "how many bytes of a stream get through" }),
    code: string({ default: "Unavailable", help: "status to answer with, as name or number" }),
    message: string({ help: "message of that status" }),
    nth: int({ help: "only the n-th such call from now on; 0 means every call" }),
  })
  .extra()
  .inherits(groupFlags)
  .example(
    "osctl cluster fault add down --provisioner sandbox --node os-default-worker-1",
    "Take a node away",
  )
  .example(
    "osctl cluster fault add error --provisioner sandbox --method Version --nth 2",
    "Fail the second call of a method",
  )
  .run(async (context, { args, flags, given }) => {
    const { chooseProvisioner, stateFolder } = await import("../../../lib/cluster/mod.ts");
    const { addFault, faultFrom } = await import("../../../lib/cluster/fault_file.ts");
    chooseProvisioner(flags.provisioner, context);
    const wish = faultFrom(args.action, {
      node: flags.node,
      method: flags.method,
      delayMs: given.has("delay") ? flags.delay : undefined,
      afterBytes: given.has("afterBytes") ? flags.afterBytes : undefined,
      code: given.has("code") || args.action === "error" ? flags.code : undefined,
      message: given.has("message") ? flags.message : undefined,
      nth: flags.nth === 0 ? undefined : flags.nth,
    });
    const id = await addFault(stateFolder(flags.state, context), flags.name, wish, context);
    await context.stdout.write(`${id}\n`);
  });
