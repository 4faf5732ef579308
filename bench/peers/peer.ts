/** The port of the comparison for each system: the same three steps of a business, each counted from the outside. */
import type { ChildProcess } from "node:child_process";
import { Pool } from "undici";

export interface Peer {
  readonly name: string;
  /** The name of its database. */
  readonly database: string;
  /** Its processes: what they use is its processor time. */
  readonly processes: readonly ChildProcess[];
  /** Publishes 600 priced variants that were not there before; answers when they can be ordered. */
  publish(): Promise<void>;
  /** Reads one page of ten dishes with their prices, as a guest does; answers its bytes. */
  readPage(): Promise<number>;
  /** Places a paid order of three lines, from the first call of a guest to the last. */
  placeOrder(): Promise<void>;
  close(): Promise<void>;
}

/** Three lines of an order, of the variants that are there. */
export function drawLines<Variant>(variants: readonly Variant[]): readonly Variant[] {
  if (variants.length < 3) throw new Error(`${variants.length} variants are too few for three lines`);
  const from = Math.floor(Math.random() * (variants.length - 2));
  return variants.slice(from, from + 3);
}

export interface Answer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Calls one service over at most eight connections; an answer that is not a success is thrown. */
export class Calls {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: 8, headersTimeout: 120_000, bodyTimeout: 120_000 });
  }

  /** Sends a body as JSON with POST, or asks with GET when there is none. */
  async send(path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Answer> {
    const asked =
      body === undefined
        ? ({ method: "GET", path, headers } as const)
        : ({ method: "POST", path, headers: { ...headers, "content-type": "application/json" }, body } as const);
    const answer = await this.#pool.request(asked);
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${asked.method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
    return { text, headers: answer.headers };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
