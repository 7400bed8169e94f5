/**
 * A grpc-js server on Node.js. Reads commands from stdin, one per line:
 * `start` listens on a free port, later on the same one, and prints it; `stop` shuts down gracefully
 * (GOAWAY), then forcibly, and prints `stopped`.
 *
 * Arguments: folder of node_modules, certificate, key, client CA (PEM files).
 */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [folder, cert, key, ca] = process.argv.slice(2);
const grpc = createRequire(`${folder}/`)("@grpc/grpc-js");

const same = (bytes) => bytes;
const method = (path, responseStream) => ({
  path,
  requestStream: false,
  responseStream,
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
});

let server;
let port = 0;

async function start() {
  server = new grpc.Server();
  server.addService({
    say: method("/guard.Echo/Say", false),
    follow: method("/guard.Echo/Follow", true),
  }, {
    say: (call, answer) => answer(null, call.request),
    follow: (call) => call.write(call.request),
  });
  const pair = { cert_chain: readFileSync(cert), private_key: readFileSync(key) };
  const credentials = grpc.ServerCredentials.createSsl(readFileSync(ca), [pair], true);
  port = await new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  console.log(port);
}

async function stop() {
  const old = server;
  // Streams of Follow have no end.
  const cut = setTimeout(() => old.forceShutdown(), 50);
  await new Promise((resolve) => old.tryShutdown(resolve));
  clearTimeout(cut);
  console.log("stopped");
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "start") await start();
  if (line === "stop") await stop();
}
