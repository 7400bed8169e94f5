/**
 * A grpc-js client on Node.js. Makes one call of each kind to the server of `lib/rpc` and prints the results
 * as JSON.
 *
 * Arguments: folder of node_modules, endpoint, then CA, certificate, key (PEM files).
 */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [folder, endpoint, ca, cert, key] = process.argv.slice(2);
const grpc = createRequire(`${folder}/`)("@grpc/grpc-js");

const same = (bytes) => bytes;
const credentials = grpc.credentials.createSsl(
  ...[ca, key, cert].map((path) => readFileSync(path)),
);
const client = new grpc.Client(endpoint, credentials, {
  "grpc-node.flow_control_window": 4 * 1024 * 1024,
});
const metadata = new grpc.Metadata();
metadata.add("nodes", "10.0.0.2");
metadata.add("nodes", "10.0.0.3");

const unary = (path, text, options = {}) =>
  new Promise((resolve) => {
    client.makeUnaryRequest(
      ...[path, same, same, Buffer.from(text), metadata, options],
      (error, answer) => {
        resolve(error ? { code: error.code, details: error.details } : answer.toString());
      },
    );
  });

const results = {
  unary: await unary("/guard.Echo/Say", "hello"),
  status: await unary("/guard.Echo/Fail", ""),
  deadline: (await unary("/guard.Echo/Hang", "", { deadline: Date.now() + 100 })).code,
  stream: await (async () => {
    const stream = client.makeServerStreamRequest(
      ...["/guard.Echo/Count", same, same, Buffer.from("1000"), metadata],
    );
    let [messages, bytes] = [0, 0];
    for await (const message of stream) {
      messages++;
      bytes += message.length;
    }
    return { messages, bytes };
  })(),
  upload: await new Promise((resolve, reject) => {
    const call = client.makeClientStreamRequest(
      ...["/guard.Echo/Sum", same, same, metadata],
      (error, answer) => error ? reject(error) : resolve(answer.toString()),
    );
    for (let count = 0; count < 200; count++) call.write(Buffer.alloc(20_000));
    call.end();
  }),
};
client.close();
console.log(JSON.stringify(results));
