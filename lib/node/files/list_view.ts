/**
 * View of files.
 *
 * @module
 */
import { formatFileMode, formatOctalMode, getFileKind } from "../../output/file_mode.ts";
import { formatModifiedTime, formatRfc3339 } from "../../output/go_time.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import { formatRelativeTime } from "../../output/relative_time.ts";
import type { Column, View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** A file. */
export interface FileEntry {
  readonly name?: string | null | undefined;
  /** Relative to the requested directory, which is `.`. */
  readonly relativeName?: string | null | undefined;
  readonly size?: Integer;
  /** Bits of Go's `io/fs.FileMode`. */
  readonly mode?: number | null | undefined;
  /** Seconds since the Unix epoch. */
  readonly modified?: Integer;
  readonly uid?: number | null | undefined;
  readonly gid?: number | null | undefined;
  readonly link?: string | null | undefined;
  readonly xattrs?:
    | readonly { readonly name?: string | null; readonly data?: Uint8Array | null }[]
    | null
    | undefined;
}

/** Render options of a listing. */
export interface ListRenderOptions {
  /** Show mode, owner, size and time. */
  long: boolean;
  /** Print sizes with units and times relative to now. */
  humanize: boolean;
  /** Show the security label. */
  labels: boolean;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

const UTF8 = new TextDecoder();

/** Returns the SELinux label; empty without one. */
function label({ xattrs }: FileEntry): string {
  const found = xattrs?.find(({ name }) => name === "security.selinux");
  // The kernel ends it with a NUL.
  return found?.data ? UTF8.decode(found.data).replace(/(?<!\0)\0+$/, "") : "";
}

function longColumns({ humanize, labels, now }: ListRenderOptions): Column<FileEntry>[] {
  const all: Column<FileEntry>[] = [
    { header: "MODE", cell: ({ mode }) => formatFileMode(mode ?? 0) },
    { header: "UID", cell: ({ uid }) => String(uid ?? 0) },
    { header: "GID", cell: ({ gid }) => String(gid ?? 0) },
    {
      header: "SIZE(B)",
      cell: ({ size }) => {
        const bytes = toExactInteger(size);
        return humanize ? formatSize(bytes) : String(bytes);
      },
      key: ({ size }) => toExactInteger(size),
    },
    {
      header: "LASTMOD",
      cell: ({ modified }) =>
        humanize
          ? formatRelativeTime(Number(toExactInteger(modified)) * 1000, now)
          : formatModifiedTime(modified, now),
      key: ({ modified }) => toExactInteger(modified),
      time: { isRelative: humanize, of: ({ modified }) => ({ seconds: modified }) },
    },
  ];
  if (labels) all.push({ header: "LABEL", cell: label });
  const named = ({ relativeName, link }: FileEntry) =>
    link ? `${relativeName ?? ""} -> ${link}` : relativeName ?? "";
  return [...all, { header: "NAME", cell: named }];
}

const SHORT: readonly Column<FileEntry>[] = [
  { header: "NAME", cell: ({ relativeName }) => relativeName ?? "" },
];

/** Returns the view of files. Records have all fields, whatever the options. */
export function listView(options: ListRenderOptions): View<FileEntry> {
  return {
    name: "path",
    hideFirst: ["LABEL", "GID", "UID"],
    columns: options.long ? longColumns(options) : SHORT,
    fields: {
      name: ({ relativeName }) => relativeName ?? "",
      path: ({ name }) => name ?? "",
      type: ({ mode }) => getFileKind(mode ?? 0),
      mode: ({ mode }) => formatFileMode(mode ?? 0),
      permissions: ({ mode }) => formatOctalMode(mode ?? 0),
      uid: ({ uid }) => uid ?? 0,
      gid: ({ gid }) => gid ?? 0,
      size: ({ size }) => toExactInteger(size),
      modified: ({ modified }) => formatRfc3339({ seconds: modified }),
      link: ({ link }) => link || null,
      label: (entry) => label(entry) || null,
    },
  };
}
