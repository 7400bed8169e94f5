import { DEFAULT_IMAGES } from "../../lib/distribution.ts";
import { outputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("default")
  .summary("List default images")
  .usesGlobals()
  .paged()
  .flags(outputFlags)
  .example("osctl image default", "Print one image per line, for example to fill a mirror")
  .run(async (context, { flags }) => {
    const { printDefaultImages } = await import("../../lib/node/images/print_default_images.ts");
    await printDefaultImages(context, DEFAULT_IMAGES[context.release], flags.output);
  });
