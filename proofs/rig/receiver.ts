/** A webhook endpoint that runs through all crashes and counts how often it got each event. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CrashReceiver {
  readonly url: string;
  /** Times received, by event id. */
  readonly received: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Starts the endpoint on a free port of 127.0.0.1. */
export async function startCrashReceiver(): Promise<CrashReceiver> {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { event_id: id } = JSON.parse(Buffer.concat(parts).toString()) as { readonly event_id: string };
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
    request.on("error", () => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
