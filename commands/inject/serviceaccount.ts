import { string, strings } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("serviceaccount")
  .alias("tsa")
  .summary("Inject Talos service accounts into Kubernetes manifests")
  .details(
    "Mounts a service account of the Talos API into all containers of Pods, Deployments, " +
      "StatefulSets, DaemonSets, Jobs and CronJobs, adds the ServiceAccount manifests, and " +
      "prints the result. Keeps comments and order; injecting again changes only the roles. " +
      "The nodes must permit the roles and namespaces: " +
      "machine.features.kubernetesTalosAPIAccess.",
  )
  .usage("[--roles='<ROLE_1>,<ROLE_2>'] -f <manifest.yaml>")
  .flags({
    file: string({
      short: "f",
      help: "file with Kubernetes manifests; - for standard input",
      placeholder: "path",
      complete: "localFile",
    }),
    roles: strings({
      short: "r",
      default: ["os:reader"],
      help: "roles of the service accounts",
      placeholder: "role",
      complete: "role",
    }),
  })
  .example("osctl inject serviceaccount -f app.yaml > injected.yaml", "Inject into a file")
  .example(
    "helm template app | osctl inject tsa -r os:admin -f - | kubectl apply -f -",
    "Inject in a pipeline",
  )
  .run(async (context, { flags, printHelp }) => {
    if (flags.file === "") return await printHelp();
    const { readSource } = await import("../../lib/machineconfig/patch/files.ts");
    const { injectServiceAccounts } = await import(
      "../../lib/kubernetes/inject/service_account.ts"
    );
    const source = await readSource(flags.file, context);
    const { text, warnings } = injectServiceAccounts(source, flags.roles);
    for (const warning of warnings) await context.stderr.write(`osctl: warning: ${warning}\n`);
    await context.stdout.write(text);
  });
