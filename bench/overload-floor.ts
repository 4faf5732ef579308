/**
 * The floor of the overload bench: a bare server of Node that answers 503 to everything. In the same run it shows how
 * long the cheapest answer takes on a machine as busy as this one. Writes its port to standard output.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = JSON.stringify({ message: "the service has more to do than it can" });
const server = createServer((_request, response) => {
  response.writeHead(503, { "content-type": "application/json", "content-length": body.length, "retry-after": "1" });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
