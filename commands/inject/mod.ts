/** Node API resources in Kubernetes manifests. */
import { group } from "../../lib/cli/command.ts";
import serviceaccount from "./serviceaccount.ts";

export default group("inject", {
  summary: "Inject Talos API resources into Kubernetes manifests",
  section: "Configuration",
  globals: [],
  children: [serviceaccount],
});
