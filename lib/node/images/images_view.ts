/**
 * Container images of nodes: namespaces, table and records.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { formatRfc3339, type Timestamp } from "../../output/go_time.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** Returns the containerd namespace of the `--namespace` flag. */
export function toContainerdNamespace(name: "system" | "cri"): common.ContainerdNamespace {
  const { NS_CRI, NS_SYSTEM } = common.ContainerdNamespace;
  return name === "system" ? NS_SYSTEM : NS_CRI;
}

/** An image; size in bytes. */
export interface ImageEntry {
  readonly name?: string | null | undefined;
  readonly digest?: string | null | undefined;
  readonly size?: Integer;
  readonly createdAt?: Timestamp | null | undefined;
}

/** View of images. Times are in whole seconds in the table and exact in records. */
export const imagesView: View<ImageEntry> = {
  columns: [
    { header: "IMAGE", cell: ({ name }) => name ?? "" },
    { header: "DIGEST", cell: ({ digest }) => digest ?? "" },
    {
      header: "SIZE",
      cell: ({ size }) => formatSize(toExactInteger(size)),
      key: ({ size }) => toExactInteger(size),
    },
    {
      header: "CREATED",
      cell: ({ createdAt }) => formatRfc3339({ seconds: createdAt?.seconds }),
    },
  ],
  fields: {
    image: ({ name }) => name ?? "",
    digest: ({ digest }) => digest || null,
    size: ({ size }) => toExactInteger(size),
    created: ({ createdAt }) => createdAt ? formatRfc3339(createdAt) : null,
  },
};
