/**
 * A reverse proxy as operators have one (deploy/Caddyfile). It sends each call to the process that has the fewest under
 * way (`lb_policy least_conn`), of those whose `/readyz` answers 200, and tries another one when a process cannot be
 * reached. Any failure after that is the caller's failure.
 */
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  readonly url: string;
  /** The processes that calls may go to from now on. */
  use(urls: readonly string[]): void;
  close(): Promise<void>;
}

const askEveryMs = 500;

/** Starts the proxy on a free port of 127.0.0.1. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let upstreams: readonly string[] = [];
  let ready: readonly string[] = [];
  let turn = 0;
  /** Calls under way at each process. */
  const under = new Map<string, number>();
  const count = (url: string, change: number): void => void under.set(url, (under.get(url) ?? 0) + change);
  /** Of processes with as many calls, each has its turn. */
  const next = (): string | undefined => {
    turn += 1;
    const inTurn = ready.map((_, index) => ready[(turn + index) % ready.length] ?? "");
    return inTurn.toSorted((a, b) => (under.get(a) ?? 0) - (under.get(b) ?? 0))[0];
  };
  const look = async (): Promise<void> => {
    const states = await Promise.all(upstreams.map((url) => isReady(url)));
    ready = upstreams.filter((_, index) => states[index] === true);
  };
  const timer = setInterval(() => void look(), askEveryMs);

  function pass(body: Buffer, from: IncomingMessage, to: ServerResponse, tries: number): void {
    const upstream = next();
    if (upstream === undefined || tries > ready.length) {
      to.writeHead(502).end();
      return;
    }
    count(upstream, 1);
    const { method, url: path, headers } = from;
    const call = request(`${upstream}${path}`, { method, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    call.once("error", (error: NodeJS.ErrnoException) => {
      // A connection that was never made carried nothing. What is lost on another one is the fault that is looked for.
      if (error.code === "ECONNREFUSED") return pass(body, from, to, tries + 1);
      to.writeHead(502).end();
    });
    call.once("close", () => count(upstream, -1));
    call.end(body);
  }

  // It ends no connection of a caller that is unused for a while: a caller on a busy machine may be writing on it.
  const server = createServer({ keepAliveTimeout: 0 }, (from, to) => {
    const parts: Buffer[] = [];
    from.on("data", (part: Buffer) => parts.push(part));
    from.on("end", () => pass(Buffer.concat(parts), from, to, 0));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(urls) {
      upstreams = urls;
      ready = ready.filter((url) => urls.includes(url));
      void look();
    },
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.text();
    return answer.status === 200;
  } catch {
    return false;
  }
}
