/**
 * Takes the bounces of e-mail to guests by SMTP, on its own port. Guarantees: only mail to the return address of an
 * e-mail that we sent is read. At most 64 KiB of a bounce are read. The number of connections is bounded, and so is the
 * time of each, whatever the peer does. A bounce that cannot be stored is answered 451, and its mail server sends it
 * again later. No other part of the service waits for a bounce.
 */
import type { AddressInfo } from "node:net";
import type { SMTPServerDataStream } from "smtp-server";
import { bounceBytes } from "./read-bounce.ts";

const mostConnections = 20;
const silentMs = 20_000;
const longestMs = 60_000;

/** Who knows which addresses are ours, and stores what a bounce says. */
export interface BounceTaker {
  readonly isOurs: (address: string) => boolean;
  /** Takes a bounce that came to an address of ours; one that says nothing of a status changes nothing. */
  readonly take: (address: string, text: string) => Promise<void>;
}

export interface BounceListening {
  readonly host: string;
  /** 0: any free one; null: bounces are not taken. */
  readonly bouncePort: number | null;
  readonly taker: BounceTaker;
  /** Hears of what could not be stored. */
  readonly onProblem: (error: unknown) => void;
  /** How long a connection may say nothing, and how long it may last, in milliseconds. */
  readonly silentMs?: number;
  readonly longestMs?: number;
}

export interface BounceListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens until it is closed, where a port is given; rejects where the port is taken. */
export async function listenForBounces(listening: BounceListening): Promise<BounceListener> {
  const { host, bouncePort: port, taker } = listening;
  if (port === null) return { port: 0, close: () => Promise.resolve() };
  const { SMTPServer } = await import("smtp-server");
  const server = new SMTPServer({
    authOptional: true,
    // Whoever wants TLS puts the mail server of the domain in front, which brings bounces by a network of one's own.
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: bounceBytes,
    maxClients: mostConnections,
    socketTimeout: listening.silentMs ?? silentMs,
    closeTimeout: 1_000,
    onRcptTo({ address }, { envelope }, done) {
      if (!taker.isOurs(address)) return done(answer(550, "5.1.1 nobody of this name"));
      // The next one has to be brought by itself: a bounce is about one e-mail.
      done(envelope.rcptTo.length > 0 ? answer(452, "4.5.3 one at a time") : null);
    },
    onData(stream, { envelope }, done) {
      void (async () => done(await answerTo(stream, envelope.rcptTo[0]?.address ?? "", listening)))();
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket) => {
    const timer = setTimeout(() => socket.destroy(), listening.longestMs ?? longestMs);
    socket.once("close", () => clearTimeout(timer));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.server.address() as AddressInfo;
  return { port: address.port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** What the mail server is answered that brought a bounce; null: it was taken. */
async function answerTo(
  stream: SMTPServerDataStream,
  address: string,
  { taker, onProblem }: BounceListening,
): Promise<Error | null> {
  try {
    const text = await readAll(stream);
    if (text === null) return answer(552, "5.3.4 too long");
    await taker.take(address, text);
    return null;
  } catch (error) {
    onProblem(error);
    return answer(451, "4.3.0 try again later");
  }
}

/** Null where it is too long. */
async function readAll(stream: SMTPServerDataStream): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= bounceBytes) parts.push(part);
  }
  return length > bounceBytes ? null : Buffer.concat(parts).toString("latin1");
}

function answer(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
