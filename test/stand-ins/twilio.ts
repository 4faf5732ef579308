/** A stand-in for Twilio's message interface on loopback: takes messages, lists them, and fails as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface TakenMessage {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly statusCallback: string;
  readonly authorization: string;
}

/** What becomes of the next requests to send, first one first; when none is left, messages are taken. */
export type Behaviour =
  | { readonly kind: "refuse"; readonly status: number; readonly code: number; readonly message: string }
  /** Takes the message and breaks the connection instead of answering. */
  | { readonly kind: "take_and_break" }
  | { readonly kind: "break" }
  /** Answers only when `release` is called. */
  | { readonly kind: "hang" };

export interface TwilioStandIn {
  readonly url: string;
  readonly taken: readonly TakenMessage[];
  /** How often it was asked which messages it has. */
  asked(): number;
  next(...behaviours: readonly Behaviour[]): void;
  /** Resolves when somebody waits for an answer. */
  hanging(): Promise<void>;
  release(): void;
  stop(): Promise<void>;
}

export async function startTwilioStandIn(accountSid: string): Promise<TwilioStandIn> {
  const taken: TakenMessage[] = [];
  const behaviours: Behaviour[] = [];
  let asked = 0;
  let release = Promise.withResolvers<void>();
  const someoneHangs = Promise.withResolvers<void>();
  const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await textOf(request));
    const behaviour = behaviours.shift();
    if (behaviour?.kind === "break") return void request.socket.destroy();
    if (behaviour?.kind === "refuse") {
      const { status, code, message } = behaviour;
      return answer(response, status, { status, code, message });
    }
    if (behaviour?.kind === "hang") {
      someoneHangs.resolve();
      await release.promise;
    }
    const message = {
      sid: `SM${String(taken.length + 1).padStart(32, "0")}`,
      to: fields.get("To") ?? "",
      body: fields.get("Body") ?? "",
      statusCallback: fields.get("StatusCallback") ?? "",
      authorization: request.headers.authorization ?? "",
    };
    taken.push(message);
    if (behaviour?.kind === "take_and_break") return void request.socket.destroy();
    answer(response, 201, wire(message));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in");
    if (url.pathname !== path) return answer(response, 404, { status: 404, code: 20404, message: "not found" });
    if (request.method === "POST") return void send(request, response);
    asked += 1;
    const messages = taken.filter(({ to }) => to === url.searchParams.get("To")).map(wire);
    answer(response, 200, { messages, next_page_uri: null, page: 0, page_size: 50 });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    asked: () => asked,
    next: (...more) => void behaviours.push(...more),
    hanging: () => someoneHangs.promise,
    release() {
      release.resolve();
      release = Promise.withResolvers();
    },
    async stop() {
      release.resolve();
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function wire({ sid, to, body }: TakenMessage) {
  return { sid, to, body, status: "queued", date_created: new Date().toUTCString(), error_code: null };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
