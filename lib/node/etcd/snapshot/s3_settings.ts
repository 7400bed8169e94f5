/**
 * Where and how snapshots are stored in an object store of the S3 API: by the variables that other
 * programs read, too.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { oneLine } from "../../../output/text.ts";
import type { Environment } from "../../../platform/system.ts";

/** An object, or a folder of objects, in a bucket. */
export interface S3Location {
  readonly bucket: string;
  /** Key, or the start of keys that ends with a slash; empty for the whole bucket. */
  readonly key: string;
}

/** Endpoint and region; empty texts stand for the environment and the defaults. */
export interface S3Flags {
  readonly s3Endpoint: string;
  readonly s3Region: string;
}

/** Endpoint and region of an object store. */
export interface S3Place {
  /** Undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/** Credentials of an object store. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

const SCHEME = "s3://";

/** Limit of the S3 API. */
const KEY_BYTES = 1024;

/** Whether a text is a name of a bucket, by the rules of AWS. */
function isBucket(text: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) && !text.includes("..") &&
    !/^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}

/** Whether a text is a name of a region, which is part of host names and of signatures. */
export function isRegion(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(text);
}

/** Whether a text is the address of an object. */
export function isS3Address(text: string): boolean {
  return text.startsWith(SCHEME);
}

/**
 * Parses `s3://bucket/key`.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseS3Address(text: string): S3Location {
  const rest = text.slice(SCHEME.length);
  const slash = rest.indexOf("/");
  const bucket = slash < 0 ? rest : rest.slice(0, slash);
  const key = slash < 0 ? "" : rest.slice(slash + 1);
  const isValid = isBucket(bucket) && slash >= 0 && key.isWellFormed() &&
    new TextEncoder().encode(key).length <= KEY_BYTES &&
    // The URL standard removes such parts of a path.
    !key.split("/").some((part) => part === "." || part === "..");
  if (isValid) return { bucket, key };
  throw new OsctlError("usage", `invalid object "${text}"`, {
    hint: "use s3://bucket/key, or s3://bucket/folder/ for a name with the time",
  });
}

/**
 * Returns endpoint and region.
 *
 * @throws {OsctlError} of kind `usage` for an endpoint that is not a URL, and an invalid region.
 */
export function readS3Place({ s3Endpoint, s3Region }: S3Flags, env: Environment): S3Place {
  const first = (...values: readonly (string | undefined)[]) =>
    values.find((value) => value !== undefined && value !== "");
  const endpoint = first(s3Endpoint, env.get("AWS_ENDPOINT_URL_S3"), env.get("AWS_ENDPOINT_URL"));
  const region = first(s3Region, env.get("AWS_REGION"), env.get("AWS_DEFAULT_REGION"));
  if (endpoint !== undefined) {
    const url = URL.parse(endpoint);
    const isPlain = url !== null && /^https?:$/.test(url.protocol) &&
      url.href === url.origin + url.pathname;
    if (!isPlain) {
      // It may contain a password.
      throw new OsctlError("usage", "invalid endpoint of the object store", {
        hint: "use a URL without credentials and query, such as https://minio.example.com:9000",
      });
    }
  }
  if (region !== undefined && !isRegion(region)) {
    throw new OsctlError(
      "usage",
      `invalid region "${oneLine(region).slice(0, 100)}" of the object store`,
      {
        hint: "use a name, such as eu-west-1",
      },
    );
  }
  return { endpoint: endpoint?.replace(/(?<!\/)\/+$/, ""), region: region ?? "us-east-1" };
}

/**
 * Reads credentials from the environment.
 *
 * @throws {OsctlError} of kind `input` with the names of missing or malformed variables.
 */
export function readS3Credentials(env: Environment): S3Credentials {
  const accessKeyId = env.get("AWS_ACCESS_KEY_ID") ?? "";
  const secretAccessKey = env.get("AWS_SECRET_ACCESS_KEY") ?? "";
  const missing = [
    ...accessKeyId === "" ? ["AWS_ACCESS_KEY_ID"] : [],
    ...secretAccessKey === "" ? ["AWS_SECRET_ACCESS_KEY"] : [],
  ];
  if (missing.length > 0) {
    throw new OsctlError("input", `no credentials of the object store: ${missing.join(" and ")}`, {
      hint: "set the variables, and AWS_SESSION_TOKEN for temporary credentials",
    });
  }
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]) {
    // Such a value is no header; the error of the runtime quotes it.
    if (/^[!-~]*$/.test(env.get(name) ?? "")) continue;
    throw new OsctlError("input", `invalid characters in ${name}`, {
      hint: "remove spaces, line breaks and quotes around the value",
    });
  }
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: env.get("AWS_SESSION_TOKEN") || undefined,
  };
}
