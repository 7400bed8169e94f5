/**
 * Containers of nodes.
 *
 * @module
 */
export { containerSelection, containersView, sortById, statsView } from "./containers_view.ts";
