// Generated from proto/*.proto by `deno task proto`. Do not edit.
import type { google } from "./google.js";

export namespace common {
  /** Field 1 of every response. A node omits it or sets an error; a proxy appends it, so that it may occur twice and has to be merged. */
  interface IMetadata {
    /** The node as named in the request. */
    hostname?: string | null | undefined;
    /** Set when the node was unreachable or failed; all other fields are then empty. */
    error?: string | null | undefined;
    status?: google.rpc.IStatus | null | undefined;
  }
  /** Field 1 of every response. A node omits it or sets an error; a proxy appends it, so that it may occur twice and has to be merged. */
  class Metadata {
    private constructor();
    static create(properties?: common.IMetadata): common.Metadata;
    static encode(message: common.IMetadata): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.Metadata;
    /** The node as named in the request. */
    hostname: string;
    /** Set when the node was unreachable or failed; all other fields are then empty. */
    error: string;
    status: google.rpc.Status | null;
  }
  /** Any response, reduced to its metadata. */
  interface IEmpty {
    metadata?: common.IMetadata | null | undefined;
  }
  /** Any response, reduced to its metadata. */
  class Empty {
    private constructor();
    static create(properties?: common.IEmpty): common.Empty;
    static encode(message: common.IEmpty): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.Empty;
    metadata: common.Metadata | null;
  }
  interface IEmptyResponse {
    messages?: common.IEmpty[] | null | undefined;
  }
  class EmptyResponse {
    private constructor();
    static create(properties?: common.IEmptyResponse): common.EmptyResponse;
    static encode(message: common.IEmptyResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.EmptyResponse;
    messages: common.Empty[];
  }
  /** A chunk of a byte stream. */
  interface IData {
    metadata?: common.IMetadata | null | undefined;
    bytes?: Uint8Array | null | undefined;
  }
  /** A chunk of a byte stream. */
  class Data {
    private constructor();
    static create(properties?: common.IData): common.Data;
    static encode(message: common.IData): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.Data;
    metadata: common.Metadata | null;
    bytes: Uint8Array;
  }
  interface IDataResponse {
    messages?: common.IData[] | null | undefined;
  }
  class DataResponse {
    private constructor();
    static create(properties?: common.IDataResponse): common.DataResponse;
    static encode(message: common.IDataResponse): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.DataResponse;
    messages: common.Data[];
  }
  interface IError {
    code?: common.Code | null | undefined;
    message?: string | null | undefined;
    details?: google.protobuf.IAny[] | null | undefined;
  }
  class Error {
    private constructor();
    static create(properties?: common.IError): common.Error;
    static encode(message: common.IError): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.Error;
    code: common.Code;
    message: string;
    details: google.protobuf.Any[];
  }
  enum Code {
    FATAL = 0,
    LOCKED = 1,
    CANCELED = 2,
  }
  enum ContainerDriver {
    CONTAINERD = 0,
    CRI = 1,
  }
  enum ContainerdNamespace {
    NS_UNKNOWN = 0,
    NS_SYSTEM = 1,
    NS_CRI = 2,
  }
  interface IContainerdInstance {
    driver?: common.ContainerDriver | null | undefined;
    namespace?: common.ContainerdNamespace | null | undefined;
  }
  class ContainerdInstance {
    private constructor();
    static create(properties?: common.IContainerdInstance): common.ContainerdInstance;
    static encode(message: common.IContainerdInstance): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.ContainerdInstance;
    driver: common.ContainerDriver;
    namespace: common.ContainerdNamespace;
  }
  interface IURL {
    fullPath?: string | null | undefined;
  }
  class URL {
    private constructor();
    static create(properties?: common.IURL): common.URL;
    static encode(message: common.IURL): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.URL;
    fullPath: string;
  }
  interface IPEMEncodedCertificateAndKey {
    crt?: Uint8Array | null | undefined;
    key?: Uint8Array | null | undefined;
  }
  class PEMEncodedCertificateAndKey {
    private constructor();
    static create(properties?: common.IPEMEncodedCertificateAndKey): common.PEMEncodedCertificateAndKey;
    static encode(message: common.IPEMEncodedCertificateAndKey): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.PEMEncodedCertificateAndKey;
    crt: Uint8Array;
    key: Uint8Array;
  }
  interface IPEMEncodedCertificate {
    crt?: Uint8Array | null | undefined;
  }
  class PEMEncodedCertificate {
    private constructor();
    static create(properties?: common.IPEMEncodedCertificate): common.PEMEncodedCertificate;
    static encode(message: common.IPEMEncodedCertificate): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.PEMEncodedCertificate;
    crt: Uint8Array;
  }
  interface IPEMEncodedKey {
    key?: Uint8Array | null | undefined;
  }
  class PEMEncodedKey {
    private constructor();
    static create(properties?: common.IPEMEncodedKey): common.PEMEncodedKey;
    static encode(message: common.IPEMEncodedKey): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.PEMEncodedKey;
    key: Uint8Array;
  }
  interface INetIP {
    ip?: Uint8Array | null | undefined;
  }
  class NetIP {
    private constructor();
    static create(properties?: common.INetIP): common.NetIP;
    static encode(message: common.INetIP): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.NetIP;
    ip: Uint8Array;
  }
  interface INetIPPort {
    ip?: Uint8Array | null | undefined;
    port?: number | null | undefined;
  }
  class NetIPPort {
    private constructor();
    static create(properties?: common.INetIPPort): common.NetIPPort;
    static encode(message: common.INetIPPort): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.NetIPPort;
    ip: Uint8Array;
    port: number;
  }
  interface INetIPPrefix {
    ip?: Uint8Array | null | undefined;
    prefixLength?: number | null | undefined;
  }
  class NetIPPrefix {
    private constructor();
    static create(properties?: common.INetIPPrefix): common.NetIPPrefix;
    static encode(message: common.INetIPPrefix): { finish(): Uint8Array };
    static decode(bytes: Uint8Array): common.NetIPPrefix;
    ip: Uint8Array;
    prefixLength: number;
  }
}
