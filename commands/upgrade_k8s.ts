import { bool, duration, oneOf, string } from "../lib/cli/flags.ts";
import { IMAGE_NAMESPACE, KUBERNETES_VERSION } from "../lib/distribution.ts";
import { OsctlError } from "../lib/errors.ts";
import { yesFlag } from "../lib/cli/yes_flag.ts";
import { SELECTIONS, wideFlag } from "./shared_flags.ts";
import { command } from "./wiring.ts";

/** Images of the components, without tag. */
const IMAGES = {
  apiserver: "registry.k8s.io/kube-apiserver",
  controllerManager: "registry.k8s.io/kube-controller-manager",
  kubelet: `${IMAGE_NAMESPACE}/kubelet`,
  proxy: "registry.k8s.io/kube-proxy",
  scheduler: "registry.k8s.io/kube-scheduler",
} as const;

/** Returns a flag for an image without tag. */
function image(component: string, value: string) {
  const help = `${component} image, without tag`;
  return string({ since: "v1.8", default: value, help, placeholder: "image" });
}

export default command("upgrade-k8s")
  .summary("Upgrade Kubernetes in a cluster")
  .section("Cluster")
  .details(
    "Upgrades control planes, kube-proxy, kubelets and manifests, node by node, to the same " +
      "or the next minor version. Skips completed steps: after ^C or an error, the same " +
      "command continues. --dry-run prints the plan and changes nothing.",
  )
  .flags({
    allowDowngrade: bool({
      help: "accept an older patch version than the cluster runs",
      extra: true,
    }),
    apiserverImage: image("kube-apiserver", IMAGES.apiserver),
    controllerManagerImage: image("kube-controller-manager", IMAGES.controllerManager),
    dryRun: bool({ help: "print the plan and the manifest diffs" }),
    endpoint: string({
      help: "host and port of the Kubernetes API (default: from the kubeconfig)",
      placeholder: "endpoint",
    }),
    from: string({
      help: "current Kubernetes version (default: detected)",
      placeholder: "version",
    }),
    kubeletImage: image("kubelet", IMAGES.kubelet),
    prePullImages: bool({
      since: "v1.8",
      default: true,
      help: "pull images onto the nodes before the upgrade",
    }),
    proxyImage: image("kube-proxy", IMAGES.proxy),
    schedulerImage: image("kube-scheduler", IMAGES.scheduler),
    to: string({
      default: KUBERNETES_VERSION,
      help: "new Kubernetes version",
      placeholder: "version",
    }),
    upgradeKubelet: bool({ default: true, help: "upgrade kubelets" }),
    withDocs: bool({
      since: "v1.8",
      default: true,
      help: "add field documentation to changed configurations, as comments",
    }),
    withExamples: bool({
      since: "v1.8",
      default: true,
      help: "add commented examples to changed configurations",
    }),
    waitTimeout: duration({
      default: 0,
      help:
        "time limit of each wait (default: 5m for pods, kubelets and daemon sets, 3m for nodes)",
      extra: true,
    }),
    output: oneOf(["text", "json"], {
      short: "o",
      default: "text",
      extraValues: SELECTIONS,
      help: "output format; json prints each change of a step; json= lists the fields",
      extra: true,
    }),
    ...wideFlag,
    ...yesFlag,
  })
  .example("osctl upgrade-k8s -n 10.5.0.2 --to 1.31.1 --dry-run", "Print the plan")
  .example("osctl upgrade-k8s -n 10.5.0.2 --to 1.31.1", "Upgrade the cluster, or continue")
  .example(
    "osctl upgrade-k8s -n 10.5.0.2 --with-docs=false --with-examples=false",
    "Retain the comments of configurations",
  )
  .run(async (context, { flags }) => {
    if (flags.waitTimeout < 0) {
      throw new OsctlError("usage", "invalid --wait-timeout: negative", {
        hint: "use a Go duration, such as 10m",
      });
    }
    const images = {
      "kube-apiserver": flags.apiserverImage ?? IMAGES.apiserver,
      "kube-controller-manager": flags.controllerManagerImage ?? IMAGES.controllerManager,
      "kube-proxy": flags.proxyImage ?? IMAGES.proxy,
      "kube-scheduler": flags.schedulerImage ?? IMAGES.scheduler,
      kubelet: flags.kubeletImage ?? IMAGES.kubelet,
    };
    for (const [component, image] of Object.entries(images)) checkImage(component, image);
    const { showUpgrade } = await import("../lib/console/kubernetes_upgrade/show_upgrade.ts");
    const { from, to, endpoint, waitTimeout, output, wide, yes } = flags;
    await showUpgrade(context, {
      connection: flags,
      ...from === "" ? {} : { from },
      to,
      ...endpoint === "" ? {} : { endpoint },
      images,
      upgradeKubelet: flags.upgradeKubelet,
      prePullImages: flags.prePullImages ?? false,
      comments: { docs: flags.withDocs ?? true, examples: flags.withExamples ?? true },
      ...waitTimeout === 0 ? {} : { waitMs: waitTimeout },
      allowDowngrade: flags.allowDowngrade,
      isDryRun: flags.dryRun,
      output,
      wide,
      yes,
    });
  });

/** Rejects images with a tag or digest: the version decides the tag. */
function checkImage(component: string, image: string): void {
  if (/^[\w.-]+(:\d+)?(\/[\w.-]+)+$/.test(image)) return;
  throw new OsctlError("usage", `invalid image "${image}" for ${component}`, {
    hint: "use a registry and a name without tag, such as registry.k8s.io/kube-apiserver",
  });
}
