/**
 * Sends the answer of a page: a document, a file, or an address to go to. Every answer has the security headers; a document
 * is compressed, and no browser or proxy stores it.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { codingFor, compress } from "./compress.ts";
import { renderDocument, type DrawnPart } from "./layout.ts";
import { languageToKeep } from "./page-call.ts";
import type { ServedFiles } from "./page-files.cache.ts";
import { framedPolicy, policyOf, securityHeaders } from "./page-headers.ts";
import type { PageAnswer, PageCookie, Redirect, ScreenPart, ShownPage, ShownScreen } from "./page.ts";
import type { AskedFor } from "./ways-on.ts";

/** What documents are made with. */
export interface Kit extends ServedFiles {
  /** Makes the document of a screen. */
  readonly renderScreen: (screen: ShownScreen, icon: string) => Promise<string>;
  /** Makes what a page needs for a part that the browser draws. */
  readonly renderPart: (part: ScreenPart) => Promise<DrawnPart>;
}

/** Sends an answer to a request. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
  files: Kit,
): Promise<FastifyReply> {
  void reply.headers(securityHeaders);
  // People choose their language in their account; pages of guests among theirs have a switch.
  const isOfGuests = answer.kind === "page" && answer.reader !== undefined;
  const chosen = request.routeOptions.config.isOfPeople === true && !isOfGuests ? undefined : languageToKeep(request);
  if (chosen !== undefined) void reply.header("set-cookie", chosen);
  // A browser that says nothing of sites names the origin of a form only where pages may be named.
  if (request.routeOptions.config.isOfPeople === true) void reply.header("referrer-policy", "same-origin");
  if (answer.kind === "redirect" || answer.kind === "page") {
    for (const text of answer.setCookies ?? []) void reply.header("set-cookie", text);
    for (const cookie of cookiesOf(answer))
      void reply.header("set-cookie", cookieText(cookie, request.protocol === "https"));
  }
  if (answer.kind === "redirect")
    return reply.code(303).headers({ location: answer.to, "cache-control": "no-store" }).send();
  if (answer.kind === "file") {
    return reply
      .headers({
        "content-type": answer.contentType,
        ...(answer.fileName === null ? {} : { "content-disposition": `attachment; filename="${answer.fileName}"` }),
        "cache-control": answer.isKept === true ? "public, max-age=31536000, immutable" : "no-store",
      })
      .send(answer.body);
  }
  void reply.header("cache-control", "no-store");
  if (answer.kind === "framed")
    return reply
      .headers({ "content-security-policy": framedPolicy, "content-type": "text/html; charset=utf-8" })
      .send(answer.html);
  void reply.header("content-security-policy", policyOf(answer));
  if (answer.kind === "page" && answer.retryAfter !== undefined) void reply.header("retry-after", answer.retryAfter);
  const text = await documentOf(answer, files, { url: request.url, requestId: request.id });
  const { coding, bytes } = await compress(Buffer.from(text), codingFor(request.headers["accept-encoding"]), "each");
  if (coding !== "identity") void reply.header("content-encoding", coding);
  return reply
    .code(answer.kind === "screen" ? 200 : answer.status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-language":
        answer.kind === "screen" ? answer.language : (answer.reader?.language ?? answer.language ?? "en"),
      vary: "accept-encoding, accept-language, cookie",
    })
    .send(bytes);
}

async function documentOf(answer: ShownPage | ShownScreen, files: Kit, asked: AskedFor): Promise<string> {
  if (answer.kind === "screen") return files.renderScreen(answer, files.icon);
  return renderDocument(
    answer,
    files,
    asked,
    answer.part === undefined ? undefined : await files.renderPart(answer.part),
  );
}

function cookiesOf(answer: ShownPage | Redirect): readonly PageCookie[] {
  if (answer.kind === "redirect") return answer.cookies ?? [];
  return answer.cookie === undefined ? [] : [answer.cookie];
}

function cookieText({ name, value, path, seconds, isLax }: PageCookie, isSecure: boolean): string {
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`the cookie ${name} has a value that is no token`);
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${isLax === true ? "Lax" : "Strict"}${isSecure ? "; Secure" : ""}`;
}
