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
    private constructor();
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
    private constructor();
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
    private constructor();
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
  interface IBlockDeviceWipeRequest {
    devices?: storage.IBlockDeviceWipeDescriptor[] | null | undefined;
  }
  class BlockDeviceWipeRequest {
    private constructor();
    static create(properties?: storage.IBlockDeviceWipeRequest): storage.BlockDeviceWipeRequest;
    static encode(message: storage.IBlockDeviceWipeRequest): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.BlockDeviceWipeRequest;
    devices: storage.BlockDeviceWipeDescriptor[];
  }
  /** A disk or partition, named without /dev/. */
  interface IBlockDeviceWipeDescriptor {
    device?: string | null | undefined;
    method?: storage.BlockDeviceWipeDescriptor.Method | null | undefined;
    skipVolumeCheck?: boolean | null | undefined;
    /** Since v1.10. */
    dropPartition?: boolean | null | undefined;
    /** Since v1.11. */
    skipSecondaryCheck?: boolean | null | undefined;
  }
  /** A disk or partition, named without /dev/. */
  class BlockDeviceWipeDescriptor {
    private constructor();
    static create(properties?: storage.IBlockDeviceWipeDescriptor): storage.BlockDeviceWipeDescriptor;
    static encode(message: storage.IBlockDeviceWipeDescriptor): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.BlockDeviceWipeDescriptor;
    device: string;
    method: storage.BlockDeviceWipeDescriptor.Method;
    skipVolumeCheck: boolean;
    /** Since v1.10. */
    dropPartition: boolean;
    /** Since v1.11. */
    skipSecondaryCheck: boolean;
  }
  namespace BlockDeviceWipeDescriptor {
    /** FAST removes the signatures of file systems. */
    enum Method {
      FAST = 0,
      ZEROES = 1,
    }
  }
  interface IBlockDeviceWipeResponse {
    messages?: storage.IBlockDeviceWipe[] | null | undefined;
  }
  class BlockDeviceWipeResponse {
    private constructor();
    static create(properties?: storage.IBlockDeviceWipeResponse): storage.BlockDeviceWipeResponse;
    static encode(message: storage.IBlockDeviceWipeResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.BlockDeviceWipeResponse;
    messages: storage.BlockDeviceWipe[];
  }
  interface IBlockDeviceWipe {
    metadata?: common.IMetadata | null | undefined;
  }
  class BlockDeviceWipe {
    private constructor();
    static create(properties?: storage.IBlockDeviceWipe): storage.BlockDeviceWipe;
    static encode(message: storage.IBlockDeviceWipe): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): storage.BlockDeviceWipe;
    metadata: common.Metadata | null;
  }
}
/** The methods of `storage.StorageService`. */
export const StorageService: {
  readonly Disks: Method<google.protobuf.IEmpty, storage.DisksResponse>;
  readonly BlockDeviceWipe: Method<storage.IBlockDeviceWipeRequest, storage.BlockDeviceWipeResponse>;
};
