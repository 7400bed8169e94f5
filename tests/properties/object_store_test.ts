/**
 * Object stores that answer anything: an upload succeeds only when the store confirms and has the
 * object; each other outcome is an error of one line, without text of the server in its hint.
 */
import { equal, match, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { OsctlError } from "../../lib/errors.ts";
import { PART_BYTES, S3Bucket } from "../../lib/node/etcd/snapshot/s3_bucket.ts";
import { acceleratedClock, fakeSystem } from "../helpers/fake_system.ts";
import { checkProperty } from "../helpers/check_property.ts";
import { S3_ENV } from "../helpers/s3_server.ts";

const HINTS = [
  /^check AWS_ACCESS_KEY_ID, /,
  /^set the region with --s3-region( [\w-]+)?$/,
  /^(create the bucket|check the endpoint|correct the clock|repeat the command|permit s3:GetObject)/,
];

const SMALL = new TextEncoder().encode("snapshot");
const LARGE = new Uint8Array(PART_BYTES + 1);
const digest = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

/** Pieces of documents, right and wrong. */
const piece = fc.oneof(
  fc.constantFrom(
    ...["<ListBucketResult>", "</ListBucketResult>", "<Contents>", "</Contents>", "<Key>a/b</Key>"],
    ...["<IsTruncated>true</IsTruncated>", "<NextContinuationToken>t</NextContinuationToken>"],
    ...["<Error>", "</Error>", "<Code>NoSuchUpload</Code>", "<Code>PermanentRedirect</Code>"],
    ...["<Code>__proto__</Code>", "<Message>; rm -rf ~\n</Message>", "<UploadId>u</UploadId>"],
    ...["<InitiateMultipartUploadResult>", "</InitiateMultipartUploadResult>"],
    ...["<CompleteMultipartUploadResult>", "</CompleteMultipartUploadResult>"],
    ...["<!DOCTYPE a [<!ENTITY b 'c'>]>", "<![CDATA[", "]]>", "&b;", "&#0;", "<html>", "\0", "{}"],
  ),
  fc.string({ maxLength: 20 }),
);

const document = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.constantFrom(
    "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>",
    "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>",
    "<ListBucketResult><Contents><Key>lab/a</Key></Contents></ListBucketResult>",
  ),
);

const headerText = fc.constantFrom(
  ...["0", "8", "-1", "1e9", "x", "; curl evil", "eu-west-1", '""', `"${digest(SMALL)}"`],
);

const response = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 204, 206, 301, 307, 400, 403, 404, 409, 500, 503),
  text: document,
  headers: fc.dictionary(
    fc.constantFrom("etag", "content-length", "x-amz-bucket-region", "location"),
    headerText,
  ),
});

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, string>;
}

/** Opens a bucket whose store gives these responses in turn, and records them. */
async function open(responses: readonly Omit<Sent, "method" | "url">[]) {
  const sent: Sent[] = [];
  const system = {
    ...fakeSystem({ clock: acceleratedClock(100_000), env: S3_ENV }),
    fetch: (input: string | URL, init: RequestInit = {}) => {
      const { status, text, headers } = responses[sent.length % responses.length]!;
      sent.push({ method: init.method!, url: new URL(input), status, text, headers });
      const isEmpty = status === 204 || init.method === "HEAD";
      return Promise.resolve(new Response(isEmpty ? null : text, { status, headers }));
    },
  };
  const place = { endpoint: "http://127.0.0.1:1", region: "us-east-1" };
  return { sent, bucket: await S3Bucket.open(system, "backups", place) };
}

async function errorOf(run: () => Promise<unknown>): Promise<OsctlError | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    ok(error instanceof OsctlError, `${error instanceof Error ? error.stack : error}`);
    ok(error.message.length < 1024 && !error.message.includes("\n"));
    ok(HINTS.some((hint) => hint.test(error.hint!)), error.hint);
    return error;
  }
}

checkProperty(
  "an object is stored only when the store has what was sent",
  fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 4 }), async (responses) => {
    const { sent, bucket } = await open(responses);
    const error = await errorOf(() => bucket.store("x", ReadableStream.from([SMALL])));
    for (const { url } of sent) equal(url.host, "127.0.0.1:1");
    if (error !== undefined) return;
    const last = sent.findLast(({ method }) => method === "HEAD" || method === "GET")!;
    if (last.method === "GET") return equal(last.text, "snapshot");
    if (last.status === 403) {
      const put = sent.findLast(({ method, status }) => method === "PUT" && status < 300)!;
      return equal(put.headers["etag"], `"${digest(SMALL)}"`);
    }
    equal(last.headers["content-length"], String(SMALL.length));
    equal(last.headers["etag"], `"${digest(SMALL)}"`);
  }),
);

checkProperty(
  "a list ends, and has keys of its prefix only",
  fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 4 }), async (responses) => {
    const { sent, bucket } = await open(responses);
    let keys: string[] = [];
    await errorOf(async () => keys = await bucket.list("lab/"));
    ok(sent.length < 50);
    for (const key of keys) match(key, /^lab\//);
  }),
);

Deno.test("an upload in parts ends as an error unless each step is confirmed", async () => {
  const runs = Math.min(Number(Deno.env.get("OSCTL_PROPERTY_RUNS") ?? 100), 1000);
  await fc.assert(
    fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 5 }), async (responses) => {
      const { sent, bucket } = await open(responses);
      const error = await errorOf(() => bucket.store("x", ReadableStream.from([LARGE])));
      if (error !== undefined) return;
      const isRead = sent.some(({ method }) => method === "HEAD");
      ok(isRead, "the object is read back");
    }),
    { numRuns: runs, seed: 1 },
  );
});
