/** A server that fails like a network or a busy service, and a clock that does not wait. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Maple, type Clock, type MapleOptions } from "./sdk.ts";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Answer = (response: ServerResponse, request: SeenRequest) => void;

export interface FaultyServer {
  readonly requests: readonly SeenRequest[];
  /** Milliseconds of every wait before a retry. */
  readonly waits: readonly number[];
  /** What the next requests get, one each; the last goes on. */
  play(...answers: readonly Answer[]): void;
  /** Lets the time-out of the attempt under way pass. */
  expire(): void;
  readonly maple: Maple;
  client(options: Partial<MapleOptions>): Maple;
  stop(): Promise<void>;
}

/** Answers JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Answers an error as the service does. */
export function refusal(
  status: number,
  code: string,
  details?: object,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = {
    _tag: "DeveloperApiConflict",
    code,
    message: "it says why",
    feedback: "-",
    doc_url: `http://x/docs/errors/${code}`,
  };
  return json(
    status,
    { ...body, ...(details === undefined ? {} : { details }) },
    { "x-request-id": "req_1", ...headers },
  );
}

/** Cuts the connection before any answer. */
export const cutBefore: Answer = (response) => response.socket?.destroy();

/** Cuts the connection in the middle of the body. */
export const cutWithin: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"object":"order"', () => response.socket?.destroy());
};

/** Never answers. */
export const silence: Answer = () => {};

const timeoutMs = 30_000;

/** Starts the server on loopback. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const requests: SeenRequest[] = [];
  const waits: number[] = [];
  let answers: Answer[] = [];
  let expire = (): void => {};
  const clock: Clock = {
    wait(milliseconds, signal) {
      if (milliseconds !== timeoutMs) {
        waits.push(milliseconds);
        return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        expire = resolve;
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const seen = { method, path, headers, body: Buffer.concat(chunks).toString() };
      requests.push(seen);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const access = { apiKey: "key_1", baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clock };
  return {
    requests,
    waits,
    play(...given) {
      answers = [...given];
      requests.length = 0;
      waits.length = 0;
    },
    expire: () => expire(),
    maple: new Maple(access),
    client: (options) => new Maple({ ...access, ...options }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
