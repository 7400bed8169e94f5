/** Parts of patches. */

/** A patch of the machine section. */
export const machine = (text: string) => `machine: ${text}`;

/** A patch of the cluster section. */
export const cluster = (text: string) => `cluster: ${text}`;

/** A document of a kind. */
export const document = (kind: string, text: string) =>
  `apiVersion: v1alpha1\nkind: ${kind}\n${text}`;
