/**
 * Objects that every namespace has: the default service account and the cluster's CA.
 *
 * @module
 */
import { kindOf } from "../../objects/kinds.ts";
import type { Controller } from "./controller.ts";

const ACCOUNT = kindOf("ServiceAccount");
const CONFIG_MAP = kindOf("ConfigMap");

/**
 * Returns the controller of the content of namespaces.
 *
 * @param ca returns the certificate of the Kubernetes authority, PEM.
 */
export function manageNamespaces(ca: () => string): Controller {
  return ({ writer }) => {
    for (const { metadata } of writer.store.list("namespaces")) {
      if (metadata.deletionTimestamp !== undefined) continue;
      const namespace = metadata.name;
      writer.ensure(ACCOUNT, { metadata: { name: "default", namespace } });
      const data = { "ca.crt": ca() };
      const roots = writer.ensure(CONFIG_MAP, {
        metadata: { name: "kube-root-ca.crt", namespace },
        data,
      });
      writer.patch(CONFIG_MAP, roots, { data });
    }
  };
}
