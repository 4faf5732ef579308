/**
 * A TCP proxy in front of PostgreSQL that can fall silent as a vanished host does: it takes bytes and passes none on, in
 * both directions, with no FIN and no RST. Bytes of that time stay lost. After the network's return a connection that
 * lost bytes never works again, an idle one works on, and the server hears of the callers that have gone.
 */
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface SilentProxy {
  /** The address of a database with the proxy in between. */
  through(databaseUrl: string): string;
  /** Begins to swallow everything. */
  cut(): void;
  /** Passes bytes on again. */
  heal(): void;
  /** How many callers are connected. */
  callers(): number;
  /** How many have ever connected. */
  accepted(): number;
  close(): Promise<void>;
}

interface Pair {
  readonly caller: Socket;
  readonly server: Socket;
  lost: boolean;
}

/** Starts a proxy on a free port of 127.0.0.1 for the server of an address; what `swallows` picks is lost in any case. */
export async function startSilentProxy(
  databaseUrl: string,
  swallows: (bytes: Buffer) => boolean = () => false,
): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let silent = false;
  let accepted = 0;

  function pass(pair: Pair, from: Socket, to: Socket): void {
    from.on("data", (bytes: Buffer) => {
      if (silent || swallows(bytes)) pair.lost = true;
      if (!pair.lost) to.write(bytes);
    });
    from.on("error", () => {});
    from.on("close", () => {
      if (silent) return;
      to.destroy();
      pairs.delete(pair);
    });
  }

  const proxy = createServer((caller) => {
    accepted += 1;
    const server = connect({ host: hostname, port: Number(port === "" ? 5432 : port) });
    const pair: Pair = { caller, server, lost: silent };
    pairs.add(pair);
    pass(pair, caller, server);
    pass(pair, server, caller);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address() as AddressInfo;

  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = "127.0.0.1";
      changed.port = String(address.port);
      return changed.href;
    },
    cut: () => void (silent = true),
    heal() {
      silent = false;
      for (const pair of pairs) {
        if (!pair.caller.destroyed && !pair.server.destroyed) continue;
        for (const end of [pair.caller, pair.server]) end.destroy();
        pairs.delete(pair);
      }
    },
    callers: () => [...pairs].filter(({ caller }) => !caller.destroyed).length,
    accepted: () => accepted,
    async close() {
      for (const { caller, server } of pairs) for (const end of [caller, server]) end.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
