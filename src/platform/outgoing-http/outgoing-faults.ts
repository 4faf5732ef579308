/** Why an outgoing request got no answer, as a stable code and a sentence that tells nothing about our network. */
import { errors } from "undici";

export type OutgoingFaultCode =
  | "dns_failed"
  | "address_refused"
  | "connect_timeout"
  | "connection_refused"
  | "connection_closed"
  | "connection_failed"
  | "tls_failed"
  | "timeout"
  | "invalid_answer"
  | "stopped";

/** The address is not public (or a redirect of a name to such an address). */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

export class ConnectTimeout extends Error {
  override readonly name = "ConnectTimeout";
  constructor(timeoutMs: number) {
    super(`no connection within ${timeoutMs} ms`);
  }
}

export class ResolveFailed extends Error {
  override readonly name = "ResolveFailed";
  constructor(options: ErrorOptions) {
    super("the name did not resolve", options);
  }
}

export interface OutgoingFault {
  readonly code: OutgoingFaultCode;
  readonly message: string;
}

const sentences: Readonly<Record<OutgoingFaultCode, string>> = {
  dns_failed: "the host name did not resolve to an address",
  address_refused: "the host resolves to an address that is not public",
  connect_timeout: "no connection was made in time",
  connection_refused: "the host refused the connection",
  connection_closed: "the connection was closed before a whole answer came",
  connection_failed: "the connection could not be made",
  tls_failed: "the TLS handshake failed",
  timeout: "no whole answer came in time",
  invalid_answer: "the answer was not well-formed HTTP",
  stopped: "the service stopped before an answer came",
};

/** The fault of a code, with detail where a receiver needs it to act. */
export function outgoingFault(code: OutgoingFaultCode, detail?: string): OutgoingFault {
  return { code, message: detail === undefined ? sentences[code] : `${sentences[code]} (${detail})` };
}

/** Reads what the network, TLS or HTTP layer threw. */
export function faultFrom(error: unknown): OutgoingFault {
  if (error instanceof AddressRefused) return outgoingFault("address_refused");
  if (error instanceof ConnectTimeout) return outgoingFault("connect_timeout");
  if (error instanceof ResolveFailed) return outgoingFault("dns_failed");
  const code = codeOf(error);
  if (code === "ECONNREFUSED") return outgoingFault("connection_refused");
  if (isInterim(error)) return outgoingFault("invalid_answer", "100 Continue or 101, which was not asked for");
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET") return outgoingFault("connection_closed");
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") return outgoingFault("connect_timeout");
  if (isTlsCode(code)) return outgoingFault("tls_failed", code);
  if (code.startsWith("HPE_") || code.startsWith("UND_ERR_")) return outgoingFault("invalid_answer", code);
  if (error instanceof errors.HTTPParserError) return outgoingFault("invalid_answer");
  return outgoingFault("connection_failed", /^E[A-Z]{2,20}$/.test(code) ? code : undefined);
}

/** The client takes no 100 and no 101, and says no more of them than these words. */
function isInterim(error: unknown): boolean {
  return error instanceof errors.SocketError && (error.message === "bad response" || error.message === "bad upgrade");
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|ERR_OSSL)/.test(
    code,
  );
}

/** The code of an error, or that of the first error inside an AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : "";
}
