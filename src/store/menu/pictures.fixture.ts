/** A server of pictures that a partner's menu names, and the size of an answer. */
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";

/** The smallest PNG: one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

export interface Pictures {
  readonly url: string;
  /** How often a picture was asked for. */
  asks(): number;
  stop(): void;
}

/** Serves `/burger.png` as a picture and everything else as a drawing. */
export async function startPictures(): Promise<Pictures> {
  let asks = 0;
  const server = createServer((request, answer) => {
    asks += 1;
    const isPicture = request.url === "/burger.png";
    answer.writeHead(200, { "content-type": isPicture ? "image/png" : "image/svg+xml" });
    answer.end(isPicture ? pixel : "<svg xmlns='http://www.w3.org/2000/svg'/>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asks: () => asks,
    stop: () => void server.close(),
  };
}

/** The bytes of an answer that go over the wire, compressed. */
export async function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
      answer.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
