import { string } from "../../lib/cli/flags.ts";
import { DEFAULT_IMAGES, KUBERNETES_VERSION } from "../../lib/distribution.ts";
import { outputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("default")
  .summary("List default images")
  .usesGlobals()
  .paged()
  .flags({
    ...outputFlags,
    kubernetesVersion: string({
      default: KUBERNETES_VERSION,
      help: "Kubernetes version of the images",
      placeholder: "version",
      extra: true,
    }),
  })
  .example("osctl image default", "Print one image per line, for example to fill a mirror")
  .example("osctl image default --kubernetes-version 1.31.4", "Print another version's images")
  .run(async (context, { flags }) => {
    const { parseKubernetesVersion } = await import(
      "../../lib/machineconfig/generate/kubernetes_version.ts"
    );
    const { release } = context;
    const version = parseKubernetesVersion(flags.kubernetesVersion) || KUBERNETES_VERSION[release];
    const images = DEFAULT_IMAGES[release].map((image) =>
      image.endsWith(`:v${KUBERNETES_VERSION[release]}`)
        ? image.replace(/[^:]*$/, `v${version}`)
        : image
    );
    const { printDefaultImages } = await import("../../lib/node/images/print_default_images.ts");
    await printDefaultImages(context, images, flags.output);
  });
