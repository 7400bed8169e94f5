/** Conformance tests. */
import { group } from "../../lib/cli/command.ts";
import kubernetes from "./kubernetes.ts";

export default group("conformance", {
  summary: "Run conformance tests",
  section: "Cluster",
  children: [kubernetes],
});
