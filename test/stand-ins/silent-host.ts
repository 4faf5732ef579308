/** A host that takes a request and never comes to an end with its answer, in every way that TCP allows. */
import { createServer, type AddressInfo, type Socket } from "node:net";

const dripMs = 5;
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Writes the text again and again: as fast as it is read, or a little at a time. */
function goOn(socket: Socket, text: string, pauseMs: number | null): void {
  if (pauseMs !== null) {
    const timer = setInterval(() => socket.write(text), pauseMs);
    socket.once("close", () => clearInterval(timer));
    return;
  }
  const more = (): void => {
    while (!socket.destroyed && socket.write(text)) continue;
  };
  socket.on("drain", more);
  more();
}

/** What the host does once it has been asked. */
export const silences: Readonly<Record<string, (socket: Socket, own: string) => void>> = {
  "never answers": () => {},
  "sends its head a byte at a time": (socket) => goOn(socket, "x", dripMs),
  "sends its head and never the body": (socket) => void socket.write(`${head}content-length: 100\r\n\r\n`),
  "sends a body a byte at a time": (socket) => {
    socket.write(`${head}content-length: 1000000\r\n\r\n`);
    goOn(socket, " ", dripMs);
  },
  "sends chunks without end": (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    goOn(socket, `10000\r\n${" ".repeat(0x10000)}\r\n`, null);
  },
  "sends heads that are no answer yet, without end": (socket) =>
    goOn(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", dripMs),
  "sends heads that are no answer yet, as fast as they are read": (socket) =>
    goOn(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100), null),
  "sends fields without end": (socket) => {
    socket.write(head);
    goOn(socket, `x-more: ${"x".repeat(1_000)}\r\n`, null);
  },
  "leads to itself": (socket, own) =>
    void socket.write(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${own}\r\ncontent-length: 0\r\n\r\n`),
};

export interface SilentHost {
  readonly url: string;
  readonly port: number;
  /** Connections that are open. */
  open(): number;
  /** How often it was asked. */
  readonly asked: () => number;
  stop(): Promise<void>;
}

/** Starts a host on a free port of 127.0.0.1 that behaves in one of the ways; a greeting is said before anybody asks. */
export async function startSilentHost(
  behave: (socket: Socket, own: string) => void,
  { greets = false }: { readonly greets?: boolean } = {},
): Promise<SilentHost> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    const begin = (): void => {
      asked += 1;
      behave(socket, own());
    };
    if (greets) begin();
    // Each request of a connection that is kept is answered.
    else socket.on("data", (bytes) => (/^[A-Z]+ /.test(bytes.toString("latin1")) ? begin() : undefined));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const own = (): string => `http://127.0.0.1:${port}/`;
  return {
    url: own(),
    port,
    open: () => sockets.size,
    asked: () => asked,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
