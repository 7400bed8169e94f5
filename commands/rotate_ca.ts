import { bool, duration, oneOf, string, strings } from "../lib/cli/flags.ts";
import { parseRotationFlags } from "./rotation_flags.ts";
import { command } from "./wiring.ts";

const MINUTE_MS = 60_000;

export default command("rotate-ca")
  .since("v1.8")
  .summary("Rotate the CAs of a cluster")
  .section("Cluster")
  .details(
    "Replaces the CAs of the node API and of Kubernetes on all nodes: they accept the new CA, " +
      "issue certificates with it, and drop the old one. Before the first change, a journal next to " +
      "the output (mode 0600) records both CAs; --resume continues after an interruption, and " +
      "--rollback returns to the old CAs from any step. By default, prints the patches and changes " +
      "nothing.",
  )
  .flags({
    controlPlaneNodes: strings({ help: "IP addresses of control plane nodes" }),
    dryRun: bool({ default: true, help: "print the patches and change nothing" }),
    initNode: string({ help: "IP address of the init node" }),
    k8sEndpoint: string({
      help: "host and port of the Kubernetes API (default: from the kubeconfig)",
      placeholder: "endpoint",
    }),
    kubernetes: bool({ default: true, help: "rotate the Kubernetes CA" }),
    output: string({
      short: "o",
      default: "osconfig",
      help: "path of the new client configuration",
      placeholder: "path",
      complete: "localFile",
    }),
    os: bool({ default: true, help: "rotate the CA of the node API" }),
    withDocs: bool({
      default: true,
      help: "include documentation in the rewritten configurations; unset: keep their text",
    }),
    withExamples: bool({
      default: true,
      help: "include examples in the rewritten configurations; unset: keep their text",
    }),
    workerNodes: strings({ help: "IP addresses of worker nodes" }),
    force: bool({ help: "overwrite existing files", extra: true }),
    format: oneOf(["text", "json"], {
      default: "text",
      help: "format of the progress",
      extra: true,
    }),
    resume: string({
      help: "continue the rotation recorded in a journal",
      placeholder: "journal",
      complete: "localFile",
      extra: true,
    }),
    rollback: string({
      help: "return to the old CAs recorded in a journal",
      placeholder: "journal",
      complete: "localFile",
      extra: true,
    }),
    timeout: duration({ default: 3 * MINUTE_MS, help: "time limit of each wait", extra: true }),
    withSecrets: string({
      help: "secrets bundle to update",
      placeholder: "path",
      complete: "localFile",
      extra: true,
    }),
  })
  .example("osctl rotate-ca", "Print the patches of all nodes")
  .example("osctl rotate-ca --dry-run=false -o new.yaml", "Rotate both CAs")
  .example("osctl rotate-ca --kubernetes=false --dry-run=false", "Rotate the CA of the node API")
  .example("osctl rotate-ca --resume osconfig.rotation.json", "Continue after an interruption")
  .example("osctl rotate-ca --rollback osconfig.rotation.json", "Return to the old CAs")
  .run(async (context, { flags, given }) => {
    const { showRotation } = await import("../lib/console/ca_rotation/show_rotation.ts");
    await showRotation(context, await parseRotationFlags(context, flags, given));
  });
