/** Common messages: `common.<Message>`, `google.protobuf.<Message>`, `google.rpc.Status`. */
export { common } from "./gen/common.js";
export { google } from "./gen/google.js";
