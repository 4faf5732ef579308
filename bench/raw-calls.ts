/**
 * Calls over bare sockets, for a load that takes little of the machine that it shares with the service. Each request is
 * one string. Of each answer only the status and the length are read. Connections are kept; the one used last is used
 * first.
 */
import { connect, type Socket } from "node:net";

export interface RawCalls {
  /** Sends a request (head and body) and answers the status; 0 when the connection ends or `withinMs` pass first. */
  send(request: string): Promise<number>;
  /** Connections open at the moment. */
  readonly open: number;
  close(): void;
}

interface Line {
  readonly socket: Socket;
  received: string;
  settle: ((status: number) => void) | undefined;
}

/** The length of the first whole answer in the text; undefined while some of it is missing. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const said = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head));
  if (said !== null) {
    const length = head + 4 + Number(said[1]);
    return text.length >= length ? length : undefined;
  }
  const end = text.indexOf("\r\n0\r\n\r\n", head);
  return end < 0 ? undefined : end + 7;
}

/** Opens up to `most` connections to an address of this machine; beyond that calls wait for one. */
export function openRawCalls(url: URL, most: number, withinMs: number): RawCalls {
  const free: Line[] = [];
  const all = new Set<Line>();
  const waiting: ((line: Line) => void)[] = [];

  function give(line: Line): void {
    const next = waiting.shift();
    if (next === undefined) free.push(line);
    else next(line);
  }

  function openLine(): Line {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    // Bytes as they are: lengths are counted in bytes.
    socket.setEncoding("latin1");
    const line: Line = { socket, received: "", settle: undefined };
    all.add(line);
    socket.on("data", (chunk: string) => {
      line.received = line.received === "" ? chunk : line.received + chunk;
      if (lengthOf(line.received) === undefined) return;
      const status = Number(line.received.slice(9, 12));
      const isKept = !/\r\nconnection: *close/i.test(line.received.slice(0, line.received.indexOf("\r\n\r\n")));
      const { settle } = line;
      line.received = "";
      line.settle = undefined;
      if (isKept) give(line);
      else socket.end();
      settle?.(status);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      all.delete(line);
      const index = free.indexOf(line);
      if (index >= 0) free.splice(index, 1);
      line.settle?.(0);
      if (waiting.length > 0) waiting.shift()?.(openLine());
    });
    return line;
  }

  const take = async (): Promise<Line> => {
    const line = free.pop();
    if (line !== undefined) return line;
    if (all.size < most) return openLine();
    return new Promise((resolve) => waiting.push(resolve));
  };

  return {
    get open() {
      return all.size;
    },
    async send(request) {
      const line = await take();
      return new Promise((resolve) => {
        const late = setTimeout(() => line.socket.destroy(), withinMs);
        line.settle = (status) => {
          clearTimeout(late);
          resolve(status);
        };
        line.socket.write(request, "latin1");
      });
    },
    close() {
      for (const { socket } of all) socket.destroy();
    },
  };
}
