/** A request as pages see it: the sent fields, and the reader of the answer. */
import type { FastifyRequest } from "fastify";
import type { SentForm } from "./multipart.ts";
import type { PageCall } from "./page.ts";
import {
  chooseReader,
  chosenLanguage,
  languageCookie,
  languageCookieSeconds,
  type Reader,
  type ReadAbout,
  type ReaderWishes,
} from "./reader.ts";

/** The request, for the handler of a page. */
export function toCall(request: FastifyRequest): PageCall {
  return {
    params: request.params as Readonly<Record<string, string>>,
    query: queryOf(request),
    ...sentForm(request),
    url: request.url,
    address: request.ip,
    requestId: request.id,
    cookie: (name) => cookieOf(request.headers.cookie, name),
    host: request.headers.host,
    userAgent: request.headers["user-agent"],
    languages: request.headers["accept-language"],
    reader: (about) => readerOf(request, about),
  };
}

/** Who reads the answer; of what the kit itself says, by the request alone. */
export function readerOf(request: FastifyRequest, about?: ReadAbout): Reader {
  return chooseReader(wishesOf(request), about);
}

/** The `Set-Cookie` that keeps a language which the address of a request names; undefined where it names none. */
export function languageToKeep(request: FastifyRequest): string | undefined {
  const chosen = chosenLanguage({ ...wishesOf(request), remembered: undefined });
  if (chosen === undefined) return undefined;
  const secure = request.protocol === "https" ? "; Secure" : "";
  return `${languageCookie}=${chosen}; Path=/; Max-Age=${languageCookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function wishesOf(request: FastifyRequest): ReaderWishes {
  return {
    asked: queryOf(request).get("lang"),
    remembered: cookieOf(request.headers.cookie, languageCookie),
    accepted: request.headers["accept-language"],
    pseudo: request.pseudoLanguages,
  };
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
}

function sentForm({ body }: FastifyRequest): { form: URLSearchParams; files: SentForm["files"] } {
  const sent = body as SentForm | undefined;
  return { form: sent?.fields ?? new URLSearchParams(), files: sent?.files ?? new Map() };
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
