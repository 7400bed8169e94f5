/** Messages of synthetic nodes. */
import { common } from "../../proto/common.ts";
import { machine } from "../../proto/machine.ts";

/** A chunk of a byte stream. */
export function data(content: string | Uint8Array): common.Data {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return common.Data.create({ bytes });
}

/** An error within a byte stream. */
export function problem(error: string): common.Data {
  return common.Data.create({ metadata: { error } });
}

/** One entry of a listing. */
export function entry(properties: machine.IFileInfo): machine.FileInfo {
  return machine.FileInfo.create(properties);
}
