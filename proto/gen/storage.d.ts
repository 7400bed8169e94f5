// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type Long from "long";
import type { Method } from "../method.ts";
import type { common } from "./common.js";
import type { google } from "./google.js";

export namespace storage {
  interface IDisksResponse {
    messages?: storage.IDisks[] | null | undefined;
  }
  class DisksResponse {
    constructor(properties?: storage.IDisksResponse);
    static create(properties?: storage.IDisksResponse): storage.DisksResponse;
    static encode(message: storage.IDisksResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.DisksResponse;
    messages: storage.Disks[];
  }
  interface IDisks {
    metadata?: common.IMetadata | null | undefined;
    disks?: storage.IDisk[] | null | undefined;
  }
  class Disks {
    constructor(properties?: storage.IDisks);
    static create(properties?: storage.IDisks): storage.Disks;
    static encode(message: storage.IDisks): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.Disks;
    metadata: common.Metadata | null;
    disks: storage.Disk[];
  }
  /** Names of /sys/block; size in bytes. */
  interface IDisk {
    size?: Long | number | null | undefined;
    model?: string | null | undefined;
    deviceName?: string | null | undefined;
    name?: string | null | undefined;
    serial?: string | null | undefined;
    modalias?: string | null | undefined;
    uuid?: string | null | undefined;
    wwid?: string | null | undefined;
    type?: storage.Disk.DiskType | null | undefined;
    busPath?: string | null | undefined;
    systemDisk?: boolean | null | undefined;
    subsystem?: string | null | undefined;
    /** Since v1.8. */
    readonly?: boolean | null | undefined;
  }
  /** Names of /sys/block; size in bytes. */
  class Disk {
    constructor(properties?: storage.IDisk);
    static create(properties?: storage.IDisk): storage.Disk;
    static encode(message: storage.IDisk): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.Disk;
    size: Long;
    model: string;
    deviceName: string;
    name: string;
    serial: string;
    modalias: string;
    uuid: string;
    wwid: string;
    type: storage.Disk.DiskType;
    busPath: string;
    systemDisk: boolean;
    subsystem: string;
    /** Since v1.8. */
    readonly: boolean;
  }
  namespace Disk {
    enum DiskType {
      UNKNOWN = 0,
      SSD = 1,
      HDD = 2,
      NVME = 3,
      SD = 4,
      CD = 5,
    }
  }
}
export const StorageService: {
  readonly Disks: Method<google.protobuf.IEmpty, storage.DisksResponse>;
};
