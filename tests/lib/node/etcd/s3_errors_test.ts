import { match } from "node:assert/strict";
import { s3Failure } from "../../../../lib/node/etcd/snapshot/s3_errors.ts";

Deno.test("errors about certificates of object stores have the hint of their reason", () => {
  const place = { endpoint: "https://store.example" } as Parameters<typeof s3Failure>[0];
  for (
    const [reason, hint] of [
      ["its certificate is not signed by a trusted authority", /^set AWS_CA_BUNDLE/],
      ["invalid peer certificate: certificate expired: verification time 1", /^renew/],
      ['invalid peer certificate: certificate not valid for name "a"', /^use an endpoint/],
      ["received fatal alert: CertificateRequired", /client certificate/],
      ["connection reset by peer", /^check the endpoint and the network$/],
    ] as const
  ) match(s3Failure(place, reason).hint ?? "", hint, reason);
});
