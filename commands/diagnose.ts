import { oneOf, string, strings } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { SELECTIONS } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("diagnose")
  .summary("Find out what is wrong, and why")
  .section("Cluster")
  .paged()
  .details(
    "Reads every node and Kubernetes once, changes nothing, and prints findings, worst first: " +
      "their causes, evidence, what follows from them, and commands to run next. Without " +
      "--nodes, reads all members of the cluster. Exit code 0: no findings, 2: findings, " +
      "1: error. After ^C, prints what is known. Markdown is meant for an issue: names, " +
      "addresses and secrets are replaced.",
  )
  .extra()
  .flags({
    output: oneOf(["text", "json", "yaml", "markdown"], {
      short: "o",
      default: "text",
      extraValues: SELECTIONS,
      help: "output format; json= lists the fields",
    }),
    only: strings({ help: "rules or checks to evaluate, such as etcd", placeholder: "ids" }),
    ignore: strings({
      help: "rule to ignore, and why; also in the preferences",
      placeholder: "id=reason",
    }),
    bundle: string({
      help: "support bundle to diagnose instead of nodes",
      placeholder: "file",
      complete: "localFile",
    }),
    explain: string({ help: "print what a rule means, and read nothing", placeholder: "id" }),
  })
  .example("osctl diagnose", "Diagnose all members of the cluster")
  .example("osctl diagnose -n 10.5.0.2 --only etcd", "Diagnose etcd of one node")
  .example("osctl diagnose --explain etcd-not-bootstrapped", "Print what a finding means")
  .example("osctl diagnose -o markdown", "Print a report for an issue, without names")
  .example("osctl diagnose --bundle support.zip", "Diagnose a support bundle")
  .run(async (context, { flags }) => {
    const { explainRule, runDiagnosis } = await import("../lib/console/diagnosis/run_diagnosis.ts");
    if (flags.explain !== "") return await explainRule(context, flags.explain);
    if (flags.bundle !== "" && flags.nodes.length > 0) {
      throw new OsctlError("usage", "--bundle reads a file, not the nodes of --nodes", {
        hint: "remove --nodes",
      });
    }
    await runDiagnosis(context, flags);
  });
