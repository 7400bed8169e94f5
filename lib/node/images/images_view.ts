/**
 * Container images of nodes: namespaces, table and records.
 *
 * @module
 */
import { formatRfc3339, type Timestamp } from "../../output/go_time.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** An image; size in bytes. */
export interface ImageEntry {
  readonly name?: string | null | undefined;
  readonly digest?: string | null | undefined;
  readonly size?: Integer;
  readonly createdAt?: Timestamp | null | undefined;
  /** Sent by nodes from v1.13 on. */
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
}

const labelsOf = ({ labels }: ImageEntry): [string, string][] =>
  Object.entries(labels ?? {}).sort();

/** View of images. Times are in whole seconds in the table and exact in records. */
export const imagesView: View<ImageEntry> = {
  hideFirst: ["LABELS", "DIGEST", "CREATED"],
  identities: ["IMAGE"],
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
      time: { of: ({ createdAt }) => ({ seconds: createdAt?.seconds }) },
    },
    {
      header: "LABELS",
      cell: (image) => labelsOf(image).map(([name, value]) => `${name}=${value}`).join(","),
      isPresent: ({ labels }) => labels !== undefined && labels !== null,
    },
  ],
  fields: {
    image: ({ name }) => name ?? "",
    digest: ({ digest }) => digest || null,
    size: ({ size }) => toExactInteger(size),
    created: ({ createdAt }) => createdAt ? formatRfc3339(createdAt) : null,
    labels: (image) => Object.fromEntries(labelsOf(image)),
  },
};
