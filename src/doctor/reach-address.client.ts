/** Asks addresses over HTTP as outside callers do. Every wait has an end, and only the first part of an answer is read. */
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Reached, ReachedAnswer } from "./judge-address.ts";

const withinMs = 5_000;
const mostText = 20_000;

/** Asks `/readyz` by an address without a slash at the end. */
export async function reachProcess(baseUrl: string): Promise<Reached> {
  try {
    const answer = await fetch(`${baseUrl}/readyz`, {
      redirect: "manual",
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(withinMs),
    });
    return { kind: "answered", answer: { status: answer.status, ...readAnswer(await readText(answer)) } };
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** Reaches a service of somebody else; answers why not, or nothing. Any answer of HTTP is enough. */
export async function reachOther(url: string): Promise<unknown> {
  const { protocol, hostname, port } = new URL(url);
  try {
    if (protocol.startsWith("smtp")) await connectSocket(hostname, Number(port));
    else {
      const answer = await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(withinMs) });
      await answer.body?.cancel();
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/** When the certificate of an https address ends, in milliseconds; also of one that is not accepted. Throws why there is none. */
export async function readCertificateEnd(baseUrl: string): Promise<number> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options = { host: hostname, port: Number(port === "" ? 443 : port), rejectUnauthorized: false };
  // A number is no name of a server.
  const named = /^[\d.]+$|:/.test(hostname) ? options : { ...options, servername: hostname };
  const socket = connectSecurely(named, resolve);
  socket.setTimeout(withinMs, () => reject(new Error("timeout")));
  socket.once("error", reject);
  try {
    await promise;
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > mostText) break;
  }
  return Buffer.concat(parts).toString("utf8", 0, mostText);
}

function readAnswer(text: string): Omit<ReachedAnswer, "status"> {
  const none = { process: null, host: null, forwarded: 0, problems: [] };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return none;
  }
  const at = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  const [process, reached, problems] = [at(body, "process"), at(body, "reached"), at(body, "problems")];
  if (typeof process !== "string") return none;
  const [host, forwarded] = [at(reached, "host"), at(reached, "forwarded")];
  return {
    process,
    host: typeof host === "string" ? host : null,
    forwarded: typeof forwarded === "number" ? forwarded : 0,
    problems: Array.isArray(problems) ? problems.filter((problem) => typeof problem === "string") : [],
  };
}

async function connectSocket(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.setTimeout(withinMs, () => reject(new Error("timeout")));
  socket.once("connect", resolve);
  socket.once("error", reject);
  try {
    await promise;
  } finally {
    socket.destroy();
  }
}
