import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("start")
  .summary("Start the nodes of a stopped cluster")
  .flags({})
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster start", "Start the default cluster, for example after a reboot")
  .run(async (context, { flags, given }) => {
    const { findProvisioner, resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { readNodeStates } = await import("../../lib/cluster/node_states.ts");
    const { withProgress } = await import("../../lib/output/progress.ts");
    const { name } = flags;
    const stateFolder = resolveStateFolder(flags.state, context);
    const named = given.has("provisioner") ? flags.provisioner : undefined;
    const provisioner = await findProvisioner({ name, stateFolder, provisioner: named }, context);
    const states = [
      ...(await readNodeStates(await provisioner.status(stateFolder, name), context)).values(),
    ];
    if (states.every((one) => one === "running")) {
      return await context.stderr.write(`the cluster "${name}" is already running\n`);
    }
    const report = (text: string) => context.stderr.write(`${text}\n`);
    await withProgress(
      context,
      `starting cluster "${name}"`,
      () => provisioner.start(stateFolder, name, report),
    );
    const after = await readNodeStates(await provisioner.status(stateFolder, name), context);
    const down = [...after].filter(([, state]) => state !== "running").map(([node]) => node);
    if (down.length > 0) {
      const { OsctlError } = await import("../../lib/errors.ts");
      throw new OsctlError("node", `not running after the start: ${down.join(", ")}`, {
        hint: `${
          provisioner.name === "sandbox"
            ? 'remove faults with "osctl cluster fault clear", or '
            : ""
        }restart the cluster with "osctl cluster stop" and "osctl cluster start"`,
      });
    }
    await context.stderr.write(`started the cluster "${name}"\n`);
  });
