/**
 * Container images of nodes.
 *
 * @module
 */
export { imagesView, toContainerdNamespace } from "./images_view.ts";
