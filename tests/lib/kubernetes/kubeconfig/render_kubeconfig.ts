/** Kubeconfig files of tests. */
import {
  type Kubeconfig,
  KubeconfigEditor,
  parseKubeconfig,
  type Section,
} from "../../../../lib/kubernetes/mod.ts";

/** Returns the text of a new kubeconfig with the entries. */
export function renderKubeconfig({ currentContext, ...sections }: Kubeconfig): string {
  const editor = new KubeconfigEditor(parseKubeconfig("", "new kubeconfig"));
  for (const [section, entries] of Object.entries(sections)) {
    for (const [name, { value }] of entries) editor.put(section as Section, name, value);
  }
  editor.setCurrentContext(currentContext);
  return editor.toString();
}
