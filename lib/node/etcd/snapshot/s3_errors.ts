/**
 * Errors of object stores.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { oneLine } from "../../../output/text.ts";
import { isRegion, type S3Place } from "./s3_settings.ts";
import { parseS3Document } from "./s3_xml.ts";

/** Characters of an error that are quoted. */
const QUOTED_CHARACTERS = 500;

const quote = (text: string) => oneLine(text).slice(0, QUOTED_CHARACTERS);

/** Returns the error of an object store that is unreachable, or whose response is not of the S3 API. */
export function s3Failure({ endpoint }: S3Place, reason: string): OsctlError {
  return new OsctlError("connection", `object store ${endpoint ?? "S3"}: ${quote(reason)}`, {
    hint: CERTIFICATE_HINTS.find(([pattern]) => pattern.test(reason))?.[1] ??
      "check the endpoint and the network",
  });
}

/** Hints about certificates, by the reason. */
const CERTIFICATE_HINTS: readonly (readonly [reason: RegExp, hint: string])[] = [
  [
    /expired|not valid (?:before|yet)|not yet valid/i,
    "renew its certificate, or correct the clock",
  ],
  [/not valid for name/i, "use an endpoint that its certificate names"],
  [/CertificateRequired/, "it requires a client certificate: check the endpoint"],
  [/certificate/i, "set AWS_CA_BUNDLE to the certificate of its authority"],
];

/** Hints by code. Texts of the server are not part of them: people copy hints to a shell. */
const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: "create the bucket, or check the endpoint",
  RequestTimeTooSkewed: "correct the clock of this machine",
};

const CREDENTIALS_HINT =
  "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the policy of the bucket";

/** A refused request. */
export class S3Refusal extends OsctlError {
  readonly status: number;
  /** The code of the error; empty when the response has none. */
  readonly code: string;
  /** Attempts before it, of which the store may have executed one. */
  readonly repeats: number;

  constructor(bucket: string, { status, headers, text, repeats }: {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    readonly repeats: number;
  }) {
    const root = parseS3Document(text);
    const error = root?.name === "Error" ? root : undefined;
    const code = error?.get("Code") ?? "";
    const message = error?.get("Message") ?? "";
    const reason = quote(
      [code || `status ${status}`, message].filter((part) => part !== "").join(": "),
    )
      .replace(/\.$/, "");
    super("input", `bucket "${bucket}": ${reason}`, { hint: hintFor({ status, code, headers }) });
    this.status = status;
    this.code = code;
    this.repeats = repeats;
  }
}

function hintFor({ status, code, headers }: {
  readonly status: number;
  readonly code: string;
  readonly headers: Headers;
}): string {
  if (status === 301 || status === 307 || code === "AuthorizationHeaderMalformed") {
    const region = headers.get("x-amz-bucket-region") ?? "";
    return `set the region with --s3-region${isRegion(region) ? ` ${region}` : ""}`;
  }
  return Object.hasOwn(HINTS, code) ? HINTS[code]! : CREDENTIALS_HINT;
}
