import { bool, duration, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { recordFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

const MINUTE_MS = 60_000;

export default command("wait")
  .summary("Wait for a condition on nodes")
  .section("Read nodes")
  .details(
    "Returns when a condition is true on all nodes, even if they restart meanwhile. After " +
      "--timeout, the exit code is 1, and the error shows the last observed state. " +
      "Conditions:\n" +
      "\n" +
      "  ready             the machine is running and ready\n" +
      "  stage=<stage>     the machine is in this stage, such as maintenance\n" +
      "  service=<id>      the service is healthy\n" +
      "\n" +
      'Conditions on resources of a type, which "osctl get rd" lists:\n' +
      "\n" +
      "  exists, deleted   the resource exists, or does not exist\n" +
      "  <field>=<value>   a field has this value; with !=, another value\n" +
      "\n" +
      "A field is a path such as spec.linkState, or a jsonpath expression in braces. Without " +
      "an ID, the condition applies to all resources of the type, and there must be at least " +
      "one.\n" +
      "\n" +
      "Nodes in maintenance mode respond to --insecure only.",
  )
  .usage("[<type> [<id>]] --for <condition>")
  .extra()
  .args({ type: "[<type>]", id: "[<id>]" }, { type: "resourceType", id: "resourceId" })
  .flags({
    for: string({ help: "condition to wait for (required)", placeholder: "condition" }),
    insecure: bool({
      short: "i",
      help: "use the maintenance service, without client authentication",
    }),
    namespace: string({ help: "resource namespace (default: the type's own)" }),
    ...recordFlags,
    timeout: duration({ default: 5 * MINUTE_MS, help: "time limit" }),
  })
  .example("osctl wait --for ready -n 10.5.0.2", "Wait until the machine is running and ready")
  .example("osctl wait --for service=kubelet -n 10.5.0.2,10.5.0.3", "Wait for a healthy service")
  .example(
    "osctl wait --for stage=maintenance -i -n 10.5.0.9",
    "Wait until maintenance mode responds",
  )
  .example("osctl wait links eth0 --for spec.linkState=true", "Wait for the value of a field")
  .example(
    "osctl wait --for ready -n @all -o json=node,elapsed",
    "Measure how long nodes take to become ready",
  )
  .example("osctl wait members worker-2 --for deleted", "Wait until a resource is deleted")
  .run(async (context, { args, flags }) => {
    if (flags.timeout <= 0) {
      throw new OsctlError("usage", "invalid --timeout: not positive", {
        hint: "use a Go duration, such as 10m",
      });
    }
    const { runWait } = await import("../lib/console/wait/run_wait.ts");
    await runWait(context, {
      flags,
      insecure: flags.insecure,
      type: args.type,
      id: args.id,
      condition: flags.for,
      namespace: flags.namespace,
      timeoutMs: flags.timeout,
      output: flags.output,
    });
  });
