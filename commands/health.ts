import { bool, duration, string, strings } from "../lib/cli/flags.ts";
import { KUBERNETES_VERSION } from "../lib/distribution.ts";
import { OsctlError } from "../lib/errors.ts";
import { recordFlags, wideFlag } from "./shared_flags.ts";
import { command } from "./wiring.ts";

const MINUTE_MS = 60_000;

/** Names of conformance tests that cover basic operations. */
const BASIC_TESTS = [
  "Pods should be submitted and removed",
  "Services should serve a basic endpoint from pods",
  "Services should be able to change the type from ExternalName to ClusterIP",
];

export default command("health")
  .summary("Check cluster health")
  .section("Cluster")
  .details(
    "Waits until etcd, machines, kubelets and Kubernetes are healthy. A node runs the " +
      "checks; with --server=false, --once or --skip, osctl runs the checks itself, on the " +
      "discovered cluster members or the given nodes. --once prints the result of every check " +
      "without waiting. The exit code is 1 if a check fails. If several nodes are configured, " +
      "uses one control plane node and prints which. Checks: etcd, etcd-members, " +
      "etcd-control-planes, apid, memory, disk, diagnostics, kubelet, boot, k8s-nodes, " +
      "static-pods, control-plane, k8s-nodes-ready, kube-proxy, coredns, " +
      "k8s-nodes-schedulable.",
  )
  .flags({
    controlPlaneNodes: strings({ help: "IP addresses of control plane nodes" }),
    initNode: string({ help: "IP address of the init node" }),
    k8sEndpoint: string({
      help: "host and port of the Kubernetes API (default: from the kubeconfig)",
      placeholder: "endpoint",
    }),
    runE2e: bool({ help: "run basic Kubernetes tests after the checks" }),
    server: bool({ default: true, help: "run the checks on a node" }),
    waitTimeout: duration({ default: 20 * MINUTE_MS, help: "time limit of all checks" }),
    workerNodes: strings({ help: "IP addresses of worker nodes" }),
    once: bool({ help: "check once, and print the result of every check", extra: true }),
    skip: strings({
      help: "checks to skip; kubernetes: k8s-nodes and all checks after it",
      placeholder: "check",
      nonEmpty: true,
      extra: true,
    }),
    ...recordFlags,
    ...wideFlag,
  })
  .example("osctl health -n 10.5.0.2", "Wait until the cluster is healthy")
  .example("osctl health --once", "Print the current result of every check")
  .example("osctl health --skip kubernetes", "Check a cluster without Kubernetes")
  .example("osctl health --server=false --wait-timeout 5m -o json", "Print a JSON line per check")
  .run(async (context, { flags, given }) => {
    const { runHealth } = await import("../lib/console/health/run_health.ts");
    if (flags.waitTimeout <= 0) {
      throw new OsctlError("usage", "invalid --wait-timeout: not positive", {
        hint: "use a Go duration, such as 10m",
      });
    }
    if (flags.runE2e && flags.output !== "text") {
      throw new OsctlError("usage", "--run-e2e prints the log of the tests, which is not JSON", {
        hint: "remove --output, or run the tests with conformance kubernetes",
      });
    }
    const isLocal = flags.once || flags.skip.length > 0;
    if (isLocal && given.has("server") && flags.server) {
      const flag = flags.once ? "--once" : "--skip";
      throw new OsctlError("usage", `${flag} requires --server=false: nodes do not support it`, {
        hint: "remove --server",
      });
    }
    await runHealth(context, { ...flags, server: flags.server && !isLocal });
    if (!flags.runE2e) return;
    const { runConformance } = await import("../lib/console/conformance/run_conformance.ts");
    await runConformance(context, {
      flags,
      command: "health --run-e2e",
      passes: [{ focus: BASIC_TESTS.join("|"), parallel: 1 }],
      kubernetesVersion: KUBERNETES_VERSION[context.release],
      certified: false,
      endpoint: flags.k8sEndpoint,
      timeoutMs: flags.waitTimeout,
    });
  });
