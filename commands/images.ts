import { DEFAULT_IMAGES } from "../lib/distribution.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("images")
  .summary("List default images")
  .section("Read nodes")
  .usesGlobals()
  .paged()
  .until("v1.4")
  .flags(outputFlags)
  .example("osctl images", "Print one image per line, for example to fill a mirror")
  .run(async (context, { flags }) => {
    const { printDefaultImages } = await import("../lib/node/images/print_default_images.ts");
    await printDefaultImages(context, DEFAULT_IMAGES[context.release], flags.output);
  });
