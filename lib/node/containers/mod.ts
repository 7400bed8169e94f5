/**
 * Containers of nodes.
 *
 * @module
 */
export {
  type ContainerSelection,
  containerSelection,
  containersView,
  sortById,
  statsView,
} from "./containers_view.ts";
