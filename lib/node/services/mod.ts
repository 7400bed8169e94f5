/**
 * Services of nodes.
 *
 * @module
 */
export {
  createUnknownServiceError,
  formatServices,
  responseView,
  selectServices,
  servicesView,
} from "./services_view.ts";
