/**
 * Reads response bodies and error responses.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { KubernetesError } from "../kubernetes_error.ts";
import type { Status } from "../objects.ts";
import { redactApiText, redactCredentials, redactStatus } from "../redact_status.ts";
import type { HttpResponse } from "./http_client.ts";

/**
 * Largest response, bytes: 500 objects of the largest size that etcd stores take 750 MB as JSON.
 */
const MAX_BODY_SIZE = 512 * 2 ** 20;
const MAX_ERROR_SIZE = 2 ** 20;
/** Longest part of an error response that is no `Status`, characters. */
const MAX_EXCERPT_LENGTH = 200;

/**
 * Reads a body as text.
 *
 * @throws {OsctlError} of kind `connection` when it is too large.
 */
export async function readBody(response: HttpResponse, largest = MAX_BODY_SIZE): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > largest) {
      throw new OsctlError("connection", `the response is larger than ${largest / 2 ** 20} MiB`);
    }
    chunks.push(chunk);
  }
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/**
 * Parses JSON of the API server.
 *
 * @throws {OsctlError} of kind `connection` for anything but an object.
 */
export function parseObject(text: string, host: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new OsctlError("connection", `the response of ${host} is not a JSON object`, {
    hint: "check that the server in the kubeconfig is a Kubernetes API server",
  });
}

/** Reports whether a response is an error. */
export function isError({ status }: HttpResponse): boolean {
  return status < 200 || status >= 300;
}

/** Reads an error response. */
export async function readError(
  response: HttpResponse,
  request: string,
): Promise<KubernetesError> {
  const body = await readBody(response, MAX_ERROR_SIZE);
  return toError({ ...response, body }, request);
}

/** An error response with its body. */
export type ErrorResponse =
  & Pick<HttpResponse, "status" | "statusText" | "authorization">
  & { readonly body: string };

/**
 * Converts an error response. Its text contains no secrets, the credentials of the request
 * included.
 */
export function toError(
  { status: code, statusText, authorization, body }: ErrorResponse,
  request: string,
): KubernetesError {
  const text = redactCredentials(body, authorization);
  const status = parseStatus(text);
  if (status !== undefined) return statusError(status, code);
  const excerpt = redactApiText(text).replaceAll(/\s+/g, " ").trim();
  const isText = excerpt !== "" && !excerpt.startsWith("<") && excerpt.length <= MAX_EXCERPT_LENGTH;
  const reason = redactApiText(redactCredentials(statusText, authorization));
  const message = `${request} returned ${code} ${reason}`.trimEnd() +
    (isText ? `: ${excerpt}` : "");
  return new KubernetesError(message, code, "", undefined, hintFor(code));
}

/** Creates an error from a `Status`, which may contain secrets. */
export function statusError(source: Status, code = source.code ?? 500): KubernetesError {
  const status = redactStatus(source);
  const { message = "", reason = "" } = status;
  const text = message === "" ? `the API server returned ${reason || code}` : message;
  const isNamed = reason === "" || text.includes(reason);
  return new KubernetesError(
    isNamed ? text : `${text} (${reason})`,
    code,
    reason,
    status,
    hintFor(code),
  );
}

function hintFor(code: number): { readonly hint?: string } {
  switch (code) {
    case 401:
      return { hint: "check the credentials of the context, or download a new kubeconfig" };
    case 403:
      return { hint: "use a context whose user has this permission" };
    default:
      return {};
  }
}

function parseStatus(text: string): Status | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const status = JSON.parse(text) as Status;
    return status.kind === "Status" ? status : undefined;
  } catch {
    return undefined;
  }
}
