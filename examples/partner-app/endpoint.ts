/** The endpoint for deliveries: verifies each, answers at once, and takes every event once. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isWebhookVerificationError, verify, type ReceivedEvent } from "@maple-partners/sdk/webhooks";

/** What a delivery is verified with. */
export interface Expected {
  readonly secret: string;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
}

export interface EndpointOptions {
  /** A free one when 0. */
  readonly port: number;
  /** Answers 503 to so many of the first deliveries, as an endpoint does that is being restarted. */
  readonly failFirst: number;
  /** How a delivery is verified; by the SDK when absent. */
  readonly verify?: typeof verify;
  readonly log: (line: string) => void;
  /** Called once for each event, after its delivery was answered. */
  readonly act: (event: ReceivedEvent) => void;
}

export interface Endpoint {
  readonly url: string;
  /** The events taken, each once, in the order of their first arrival. */
  readonly events: readonly ReceivedEvent[];
  readonly deliveries: () => number;
  /** From now on deliveries are taken; before, they are answered 503 and come again. */
  expect(expected: Expected): void;
  close(): Promise<void>;
}

/** No delivery of Maple is larger. */
const longestBody = 1024 * 1024;

/** Opens the endpoint on loopback. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { log } = options;
  const events = new Map<string, ReceivedEvent>();
  let failing = options.failFirst;
  let deliveries = 0;
  let expected: Expected | undefined;

  async function receive(headers: IncomingMessage["headers"], body: Buffer): Promise<{ status: number; text: string }> {
    deliveries += 1;
    if (expected === undefined || failing > 0) {
      failing -= 1;
      log("  answering 503, as if we were starting up");
      return { status: 503, text: "starting up" };
    }
    const event = await (options.verify ?? verify)({ body, headers, ...expected });
    log(`event ${event.event_type} ${event.event_id}, attempt ${headers["x-service-attempt"]?.toString()}`);
    if (events.has(event.event_id)) return { status: 200, text: "known already" };
    events.set(event.event_id, event);
    setImmediate(() => options.act(event));
    return { status: 200, text: "taken" };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= longestBody) chunks.push(chunk);
      else request.destroy();
    });
    request.on("end", () => {
      receive(request.headers, Buffer.concat(chunks))
        .catch((error: unknown) => {
          // The reason is for our log; whoever sends what does not verify learns nothing.
          log(`  refused: ${error instanceof Error ? error.message : String(error)}`);
          return { status: isWebhookVerificationError(error) ? 400 : 500, text: "not taken" };
        })
        .then(({ status, text }) => response.writeHead(status, { "content-type": "text/plain" }).end(text))
        .catch((error: unknown) => log(`  not answered: ${String(error)}`));
    });
  });
  const url = await listen(server, options.port);
  return {
    url,
    get events() {
      return [...events.values()];
    },
    deliveries: () => deliveries,
    expect(given) {
      expected = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/maple/webhooks`;
}
