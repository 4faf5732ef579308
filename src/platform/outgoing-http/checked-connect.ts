/**
 * Connections to addresses that partners chose. Guarantee: unless private addresses are allowed, no byte is sent to an
 * address that is not public. Three of the four checks are here; the fourth is made when a URL is saved. They judge a
 * literal host (Node calls no custom look-up for those), every resolved address, and the address that the socket reports
 * once connected, before any TLS or HTTP byte. The judged addresses are the ones dialled, so a name cannot change its
 * answer in between. Look-up, TCP and TLS share one time limit. A crash leaves only sockets, which the system closes.
 */
import { connect, type LookupFunction, type Socket } from "node:net";
import { buildConnector } from "undici";
import { isAddressLiteral, judgeAddress } from "./address-safety.ts";
import { AddressRefused, ConnectTimeout, ResolveFailed } from "./outgoing-faults.ts";
import type { ResolveHost } from "./resolve-host.ts";

export interface CheckedConnectOptions {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly resolveHost: ResolveHost;
  /** PEM certificates trusted besides the system's. */
  readonly ca?: string | undefined;
}

/** A connector for an undici dispatcher that dials only addresses it has judged. */
export function createCheckedConnect(options: CheckedConnectOptions): buildConnector.connector {
  const upgrade = buildConnector({
    allowH2: false,
    timeout: 0,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });

  return (target, callback) => {
    let finished = false;
    let connected: Socket | undefined;
    const finish = (error: Error | null, socket?: Socket): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      if (error !== null || socket === undefined) {
        connected?.destroy();
        callback(error ?? new Error("no socket"), null);
      } else callback(null, socket);
    };
    const timer = setTimeout(() => finish(new ConnectTimeout(options.timeoutMs)), options.timeoutMs);

    const onTcp = (raw: Socket): void => {
      const address = raw.remoteAddress ?? "";
      if (!allowed(address, options.allowPrivate)) return finish(new AddressRefused());
      if (target.protocol !== "https:") return finish(null, raw.setNoDelay(true));
      upgrade({ ...target, httpSocket: raw }, (error, socket) =>
        error === null ? finish(null, socket) : finish(error),
      );
    };

    judgedAddresses(target.hostname, options).then((addresses) => {
      if (finished) return;
      const port = Number(target.port !== "" ? target.port : target.protocol === "https:" ? 443 : 80);
      const raw = connect({ host: target.hostname, port, lookup: answering(addresses), autoSelectFamily: true });
      connected = raw;
      raw.once("connect", () => onTcp(raw));
      raw.on("error", (error) => finish(error));
    }, finish);
  };
}

/** The addresses of a host, every one of them allowed; rejects when one is not. */
async function judgedAddresses(hostname: string, options: CheckedConnectOptions): Promise<readonly string[]> {
  const addresses = isAddressLiteral(hostname) ? [hostname] : await resolve(hostname, options.resolveHost);
  if (!addresses.every((address) => allowed(address, options.allowPrivate))) throw new AddressRefused();
  return addresses;
}

async function resolve(hostname: string, resolveHost: ResolveHost): Promise<readonly string[]> {
  try {
    return await resolveHost(hostname);
  } catch (error) {
    throw new ResolveFailed({ cause: error });
  }
}

function allowed(address: string, allowPrivate: boolean): boolean {
  return allowPrivate || judgeAddress(address).kind === "public";
}

/** A look-up that answers with what was already resolved and judged. */
function answering(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = found;
    if (first === undefined) callback(new ResolveFailed({}), "", 4);
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
