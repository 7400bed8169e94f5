import { equal } from "node:assert/strict";
import { PullProgress } from "../../../lib/node/images/mod.ts";
import { machine } from "../../../proto/machine.ts";

const { ALREADY_EXISTS, DOWNLOAD_COMPLETE, DOWNLOADING, EXTRACT_COMPLETE, EXTRACTING } =
  machine.ImageServicePullLayerProgress.Status;

Deno.test("the progress of a pull counts complete layers and downloaded bytes", () => {
  const progress = new PullProgress();
  progress.update("a", { status: DOWNLOADING, offset: 5_000_000, total: 40_000_000 });
  progress.update("b", { status: DOWNLOADING, offset: 0, total: 10_000_000 });
  equal(String(progress), "0 of 2 layers, 5.0 MB of 50 MB");
  progress.update("a", { status: DOWNLOADING, offset: 30_000_000, total: 40_000_000 });
  // Messages after the download have no sizes.
  progress.update("b", { status: DOWNLOAD_COMPLETE });
  equal(String(progress), "0 of 2 layers, 40 MB of 50 MB");
  progress.update("b", { status: EXTRACTING });
  progress.update("b", { status: EXTRACT_COMPLETE });
  progress.update("a", { status: DOWNLOAD_COMPLETE });
  equal(String(progress), "1 of 2 layers, 50 MB of 50 MB");
});

Deno.test("layers that a node has have no sizes", () => {
  const progress = new PullProgress();
  progress.update("a", { status: ALREADY_EXISTS });
  equal(String(progress), "1 of 1 layer");
});
