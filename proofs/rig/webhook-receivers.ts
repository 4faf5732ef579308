/**
 * A process with many webhook receivers, for the proof and the bench: `/healthy/N` answers at once, `/failing/N` with 500,
 * `/slow/N` after two seconds, `/waiting/N` after 50 ms. Remembers what each received, in order, and answers it to its parent.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Receipt {
  readonly eventId: string;
  readonly resourceId: string;
  readonly sequence: number;
  readonly attempt: number;
  /** Milliseconds from recording to arrival. */
  readonly delayMs: number;
}

export type ReceiversRequest = { readonly ask: "receipts" | "count" | "forget" };
export type ReceiversAnswer =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "receipts"; readonly receipts: Readonly<Record<string, readonly Receipt[]>> }
  | { readonly kind: "count"; readonly count: number; readonly healthy: number };

const slowMs = 2_000;
const waitingMs = 50;
const receipts = new Map<string, Receipt[]>();
let count = 0;
let healthy = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const path = request.url ?? "";
    if (path !== "/bare")
      note(path, Buffer.concat(chunks).toString(), Number(request.headers["x-service-attempt"] ?? 1));
    answer(path, response);
  });
});

function note(path: string, body: string, attempt: number): void {
  const event = JSON.parse(body) as {
    readonly event_id: string;
    readonly resource_id: string;
    readonly sequence: number;
    readonly data: { readonly recorded_ms: number } | null;
  };
  const receipt = {
    eventId: event.event_id,
    resourceId: event.resource_id,
    sequence: event.sequence,
    attempt,
    delayMs: Date.now() - (event.data?.recorded_ms ?? Date.now()),
  };
  const list = receipts.get(path);
  if (list === undefined) receipts.set(path, [receipt]);
  else list.push(receipt);
  count += 1;
  if (path.startsWith("/healthy")) healthy += 1;
}

function answer(path: string, response: ServerResponse): void {
  if (path.startsWith("/failing")) response.writeHead(500).end();
  else if (path.startsWith("/slow")) setTimeout(() => response.end(), slowMs);
  else if (path.startsWith("/waiting")) setTimeout(() => response.end(), waitingMs);
  else response.end();
}

const tell = (message: ReceiversAnswer): void => void process.send?.(message);

process.on("message", ({ ask }: ReceiversRequest) => {
  if (ask === "receipts") tell({ kind: "receipts", receipts: Object.fromEntries(receipts) });
  if (ask === "forget") {
    receipts.clear();
    count = 0;
    healthy = 0;
  }
  if (ask === "count" || ask === "forget") tell({ kind: "count", count, healthy });
});
process.on("disconnect", () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => tell({ kind: "listening", port: (server.address() as AddressInfo).port }));
