import { DEFAULT_IMAGES } from "../../lib/distribution.ts";
import { outputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("default")
  .summary("Show the images that clusters are made of by default")
  .flags(outputFlags)
  .example("osctl image default", "One image a line, to fill a mirror for example")
  .run(async ({ stdout, release }, { flags }) => {
    const { printDefaultImages } = await import("../../lib/output/views/default_images.ts");
    await printDefaultImages(stdout, DEFAULT_IMAGES[release], flags.output);
  });
