/**
 * The way to a service: through the proxy that the variables of the shell name, as curl and npm read them; and, for a person,
 * why the service was not reached and what to do. This machine is never asked through a proxy.
 */
import http from "node:http";

type Variables = Readonly<Record<string, string | undefined>>;

const ownHosts = ["localhost", "127.0.0.1", "::1", "[::1]"];

/** The variable that names the proxy for an address, and the proxy without its password; undefined where none is named or wanted. */
export function proxyFor(
  url: string,
  variables: Variables,
): { readonly variable: string; readonly proxy: string } | undefined {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: "", hostname: "" };
  const variable = [`${protocol.slice(0, -1)}_proxy`, `${protocol.slice(0, -1)}_PROXY`.toUpperCase()].find(
    (name) => variables[name],
  );
  if (variable === undefined || ownHosts.includes(hostname)) return undefined;
  const except = (variables["no_proxy"] ?? variables["NO_PROXY"] ?? "").split(",").map((each) => each.trim());
  const isExcept = except.some(
    (each) => each === "*" || each === hostname || (each !== "" && hostname.endsWith(`.${each.replace(/^\*?\./, "")}`)),
  );
  return isExcept ? undefined : { variable, proxy: URL.parse(variables[variable] ?? "")?.host ?? "" };
}

/** Sends the calls of this process through the proxy; answers what is wrong with the variables, in words for a person. */
export function useProxy(variables: Variables): string | undefined {
  const of = (name: string): string | undefined => variables[name] ?? variables[name.toUpperCase()];
  const [plain, secure, except = ""] = ["http_proxy", "https_proxy", "no_proxy"].map(of);
  if (!plain && !secure) return undefined;
  if (except.split(",").some((each) => each.trim() === "*")) return undefined;
  const named = {
    ...(plain ? { http_proxy: plain } : {}),
    ...(secure ? { https_proxy: secure } : {}),
    no_proxy: [except, ...ownHosts].filter((each) => each !== "").join(","),
  };
  try {
    if (usesProxies()) http.setGlobalProxyFromEnv(named);
    return undefined;
  } catch {
    return "HTTP_PROXY and HTTPS_PROXY have to be addresses as http://proxy.example.com:3128";
  }
}

/** Whether this Node can send calls through a proxy: 26 and the newest 24 can. */
export function usesProxies(): boolean {
  return typeof http.setGlobalProxyFromEnv === "function";
}

/** What a call may take, in seconds. */
export const answerWithinSeconds = 30;

/** Whether the time of a call was up. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

/** The code of a failure, or of what caused it; its message where there is none. */
export function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  const coded = causes.find(({ code }) => typeof code === "string" && code !== "");
  return String(coded?.code ?? causes.at(-1)?.message ?? error);
}

/** One sentence or two: what happened, and what to do. */
export function unreachable(url: string, error: unknown, variables: Variables = process.env): string {
  const by = proxyFor(url, variables);
  const through = by === undefined || !usesProxies() ? "" : ` through the proxy ${by.proxy} of ${by.variable}`;
  const said = causesOf(error)
    .map(({ message }) => message)
    .join(" ");
  const refusedBy = /Proxy response \((\d+)\)|Proxy Authentication Required \((\d+)\)/.exec(said);
  if (refusedBy !== null && by !== undefined) return refusedByProxy(Number(refusedBy[1] ?? refusedBy[2]), url, by);
  if (by !== undefined && !usesProxies())
    return `${url} was not reached: ${reasonOf(error)}. ${by.variable} names a proxy, which this Node (${process.version}) does not use: run the command with Node 26 or the newest Node 24`;
  if (isLate(error)) return `${url} did not answer within ${answerWithinSeconds} seconds${through}`;
  const reason = reasonOf(error);
  if (reason === "ECONNREFUSED" && through === "")
    return `no service answers at ${url}: start it (maple serve, or npm start), or name it with --url`;
  if (/unexpected redirect/.test(said))
    return `${url} redirects, and keys do not follow: name the address that answers with --url`;
  const remedy = remedyFor(reason);
  return `${url} was not reached${through}: ${reason}${remedy === undefined ? "" : `. ${remedy}`}`;
}

function refusedByProxy(
  status: number,
  url: string,
  { variable, proxy }: { readonly variable: string; readonly proxy: string },
): string {
  const refused = `the proxy ${proxy} of ${variable} refuses the call to ${url} with ${status}`;
  return status === 407
    ? `${refused}: it wants a name and a password, ${variable}=http://NAME:PASSWORD@${proxy}`
    : `${refused}: ask who runs it, or name the host in NO_PROXY`;
}

function remedyFor(reason: string): string | undefined {
  if (reason === "ENOTFOUND")
    return "No name server knows the host: correct --url or MAPLE_URL; behind a proxy set HTTPS_PROXY";
  if (reason === "EAI_AGAIN")
    return "The name server does not answer: look at the network of this machine; behind a proxy set HTTPS_PROXY";
  if (/TIMEOUT|ETIMEDOUT/.test(reason))
    return "Nothing answers there: look at the firewall; behind a proxy set HTTPS_PROXY";
  if (/^(EHOSTUNREACH|ENETUNREACH)$/.test(reason))
    return "There is no way to the host: look at the network of this machine";
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/.test(reason))
    return "Its certificate is not accepted. Where a proxy opens TLS, or the service has an authority of its own, name the authority's file: NODE_EXTRA_CA_CERTS=FILE";
  return undefined;
}

/** The failure, and what caused it, from the outside. */
function causesOf(error: unknown): readonly { readonly message: string; readonly code?: unknown }[] {
  if (!(error instanceof Error)) return [];
  return [error, ...causesOf(error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause)];
}
