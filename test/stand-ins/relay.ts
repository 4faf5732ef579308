/**
 * A mail relay on loopback that fails as the test says: a real SMTP server, and in front of it a proxy. The proxy
 * refuses, stalls or cuts the connection at a command of the client, before the server gets the command or after it has
 * answered.
 */
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole e-mail. */
  readonly raw: string;
  readonly messageId: string;
}

/** The commands at which something can happen; `end` is the dot that ends the e-mail. */
export const relayCommands = ["connect", "ehlo", "mail", "rcpt", "data", "end", "quit"] as const;
export type RelayCommand = (typeof relayCommands)[number];

/** What happens in the next connections, first one first; when none is left, nothing does. */
export type RelayMischief =
  | { readonly kind: "refuse"; readonly at: RelayCommand; readonly code: number }
  | { readonly kind: "cut"; readonly at: RelayCommand; readonly when: "before" | "answered" }
  /** Passes the command, or its answer, on when `release` is called. */
  | { readonly kind: "stall"; readonly at: RelayCommand; readonly when?: "answered" };

export interface Relay {
  readonly port: number;
  /** What the server took, that is, answered with 250 as far as it knows. */
  readonly taken: readonly TakenMail[];
  next(...mischief: readonly RelayMischief[]): void;
  /** In place of all that was to happen. */
  instead(...mischief: readonly RelayMischief[]): void;
  /** Resolves when a connection stalls. */
  stalling(): Promise<void>;
  release(): void;
  stop(): Promise<void>;
}

/** Starts a relay on a free port of 127.0.0.1; without TLS, as in the test environment. */
export async function startRelay(): Promise<Relay> {
  const taken: TakenMail[] = [];
  const inner = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    // One command at a time, so that each can be told apart.
    hidePIPELINING: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => void parts.push(part));
      stream.on("end", () => {
        const raw = Buffer.concat(parts).toString("utf8");
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push({ from, to, raw, messageId: /^Message-ID: <([^>]*)>/im.exec(raw)?.[1] ?? "" });
        done();
      });
    },
  });
  // A client that is cut off is meant here.
  inner.on("error", () => undefined);
  await new Promise<void>((resolve) => void inner.listen(0, "127.0.0.1", resolve));
  const innerPort = (inner.server.address() as AddressInfo).port;

  const mischief: RelayMischief[] = [];
  let stalled = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const meant = mischief.shift();
    const server = connect(innerPort, "127.0.0.1");
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    const stall = async (): Promise<void> => {
      stalled.resolve();
      await released.promise;
    };
    // The client or the server goes away in the middle: what is meant here.
    new Conversation(client, server, meant, stall).run().catch(() => undefined);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    taken,
    next: (...more) => void mischief.push(...more),
    instead: (...more) => void mischief.splice(0, mischief.length, ...more),
    stalling: () => stalled.promise,
    release() {
      released.resolve();
      stalled = Promise.withResolvers<void>();
      released = Promise.withResolvers<void>();
    },
    async stop() {
      released.resolve();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void proxy.close(() => resolve()));
      await new Promise<void>((resolve) => inner.close(() => resolve()));
    },
  };
}

/** One connection: commands of the client and answers of the server, in turn. */
class Conversation {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #mischief: RelayMischief | undefined;
  readonly #stall: () => Promise<void>;

  constructor(client: Socket, server: Socket, mischief: RelayMischief | undefined, stall: () => Promise<void>) {
    this.#client = client;
    this.#server = server;
    this.#mischief = mischief;
    this.#stall = stall;
  }

  async run(): Promise<void> {
    if (!(await this.#allows("connect"))) return;
    const answers = linesOf(this.#server);
    if (!(await this.#answer(answers, "connect"))) return;
    for await (const said of saidBy(this.#client)) {
      if (!(await this.#allows(said.command))) return;
      this.#server.write(said.text);
      if (!(await this.#answer(answers, said.command))) return;
    }
  }

  /** Whether the server gets the command. */
  async #allows(at: RelayCommand): Promise<boolean> {
    const meant = this.#mischief?.at === at ? this.#mischief : undefined;
    if (meant?.kind === "stall" && meant.when === undefined) await this.#stall();
    if (meant?.kind === "cut" && meant.when === "before") {
      this.#client.destroy();
      return false;
    }
    if (meant?.kind === "refuse") {
      this.#client.end(`${meant.code} not now\r\n`);
      return false;
    }
    return !this.#client.destroyed;
  }

  /** Passes the answer of the server on, unless the connection is to be cut instead. */
  async #answer(answers: AsyncIterator<string>, at: RelayCommand): Promise<boolean> {
    let text = "";
    for (;;) {
      const line = await answers.next();
      if (line.done === true) return false;
      text += line.value;
      if (line.value[3] !== "-") break;
    }
    if (this.#mischief?.kind === "cut" && this.#mischief.when === "answered" && this.#mischief.at === at) {
      this.#client.destroy();
      return false;
    }
    const meant = this.#mischief?.at === at ? this.#mischief : undefined;
    if (meant?.kind === "stall" && meant.when === "answered") await this.#stall();
    this.#client.write(text);
    return true;
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = "";
  for await (const part of socket) {
    rest += String(part);
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      yield rest.slice(0, end + 1);
      rest = rest.slice(end + 1);
    }
  }
}

/** What the client says: a command a line, and after DATA the whole e-mail at once. */
async function* saidBy(socket: Socket): AsyncGenerator<{ readonly command: RelayCommand; readonly text: string }> {
  let mail: string | undefined;
  for await (const line of linesOf(socket)) {
    if (mail !== undefined) {
      mail += line;
      if (line !== ".\r\n") continue;
      yield { command: "end", text: mail };
      mail = undefined;
      continue;
    }
    const command = relayCommands.find((known) => known === line.slice(0, 4).toLowerCase());
    if (command === "data") mail = "";
    yield { command: command ?? "ehlo", text: line };
  }
}
