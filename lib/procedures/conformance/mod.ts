/**
 * Conformance tests of Kubernetes in a pod of the cluster.
 *
 * 1. Namespace, account, role, binding and the pod of the tests are created.
 * 2. The start of the pod is awaited, then its log is followed, also over outages.
 * 3. The exit code of the tests is the result; certified runs copy the results.
 * 4. What was created is deleted; a namespace of others is not touched.
 *
 * @module
 */
export { deleteObjects, requireOwnNamespace } from "./clean_up.ts";
export { fetchResults, requireNoResults, resultsFolder } from "./results.ts";
export { runTests, type TestReporter } from "./run_tests.ts";
