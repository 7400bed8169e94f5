/** Builders of patches. */

/** Returns a patch of the machine section. */
export const machine = (text: string) => `machine: ${text}`;

/** Returns a patch of the cluster section. */
export const cluster = (text: string) => `cluster: ${text}`;

/** Returns a document of a kind. */
export const document = (kind: string, text: string) =>
  `apiVersion: v1alpha1\nkind: ${kind}\n${text}`;
