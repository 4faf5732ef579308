/** Requests written byte by byte, for forms that no client library sends. */
import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends the text and answers what came back when the other side closed, or as soon as `until` is satisfied. */
export function sendRaw(url: string, text: string, until: (received: string) => boolean = isWhole): Promise<RawAnswer> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (until(received)) socket.destroy();
    });
    socket.on("error", (error) => (received === "" ? reject(error) : undefined));
    socket.on("close", () => resolve(parse(received)));
  });
}

function isWhole(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? NaN);
  return end >= 0 && received.length >= end + 4 + length;
}

function parse(received: string): RawAnswer {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(first.split(" ")[1]), headers, text: rest.join("\r\n\r\n") };
}
