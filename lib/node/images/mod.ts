/**
 * Container images of nodes.
 *
 * @module
 */
export { imagesView } from "./images_view.ts";
export { type ImageNamespace, listImages, pullImage, type PullRequest } from "./image_calls.ts";
export { PullProgress } from "./pull_progress.ts";
