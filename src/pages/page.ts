/**
 * Pages as values. A feature answers `PageRoute[]`; `pages.plugin.ts` serves them with everything pages share: layout,
 * security headers, compression, limits per address, page-shaped errors. Pure: a page reads and writes through the
 * commands and queries that its handler was given.
 */
import type { PartName, WordsLanguage } from "../words/speak.ts";
import type { PageAbout } from "./about-head.ts";
import { html, type Markup } from "./html.ts";
import type { ReadAbout, Reader } from "./reader.ts";

/** The names between braces of a path: `"/book/{locationId}"` gives `"locationId"`. */
type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

export interface PageCall<Name extends string = string> {
  readonly params: Readonly<Record<Name, string>>;
  readonly query: URLSearchParams;
  /** The fields of a form that was sent; empty for GET. */
  readonly form: URLSearchParams;
  /** The files of a form, by the name of the field; only pages with `uploadBytes` are sent any. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The path and query as they were asked for: what a form comes back to. */
  readonly url: string;
  /** The visitor's address, for limits. */
  readonly address: string;
  readonly requestId: string;
  /** What an earlier answer of ours asked the browser to send back. */
  readonly cookie: (name: string) => string | undefined;
  /** As the browser named it, with the port. */
  readonly host: string | undefined;
  /** What the browser calls itself. */
  readonly userAgent: string | undefined;
  /** The languages that its reader prefers, best first (the header Accept-Language). */
  readonly languages: string | undefined;
  /** Who reads a page of guests, by what the browser says and what the page is about. */
  readonly reader: (about?: ReadAbout) => Reader;
}

export interface PageRoute {
  readonly method: "GET" | "POST";
  /** With `{name}` for parameters, as routes write it; also what the log shows instead of the address. */
  readonly path: `/${string}`;
  readonly run: (call: PageCall) => Promise<PageAnswer>;
  /** Whether this service keeps what the address names; pages of a service without it are the test service's. */
  readonly keeps?: (call: PageCall) => Promise<boolean>;
  /**
   * A page of people who have signed in: the host name says which service it belongs to, and a form has to say that it comes
   * from our own origin, because cookies open such pages.
   */
  readonly ofPeople?: true;
  /** The page names nothing that one service keeps: the host name says which service it belongs to. */
  readonly byHost?: true;
  /** The answer leaves no sooner after the request, in milliseconds, so that its time tells nothing. */
  readonly answersAfterMs?: number;
  /** Milliseconds from the head to the answer; ten seconds when absent. */
  readonly answerWithinMs?: number;
  /** A form that changes nothing: it is counted against an address as a page that is read. */
  readonly countsAsRead?: true;
  /** The page takes forms with files, of so many bytes in all. */
  readonly uploadBytes?: number;
  /** The texts of a form may have so many bytes; 64 KiB when absent. */
  readonly textBytes?: number;
}

/** What stands above the content: whose page it is. */
export interface Venue {
  readonly name: string;
  /** A short second line, for example the street. */
  readonly line?: string | null;
  /** Where the name leads; with `at` a path of the menu is its way to the menu, with the basket. */
  readonly href?: string;
  /** The id of the restaurant: what guests ask of it first, and the ways to its other pages, are added (`store/around`). */
  readonly at?: string;
  /** Made of `at`; in place of name and line. */
  readonly head?: Markup;
}

export interface ShownPage {
  readonly kind: "page";
  readonly status: number;
  /** Of the browser's tab; the venue's name is added to it. */
  readonly title: string;
  readonly venue?: Venue;
  /** A header and a nav of its own, in place of the venue's name. */
  readonly frame?: Markup;
  /** What stands in `<main>`; it begins with the only h1. */
  readonly main: Markup;
  /** Browser modules by name: `"live"` is `live.browser.ts`. */
  readonly modules: readonly string[];
  /** Of pages of guests: the language, and a switch to others in the foot. */
  readonly reader?: Reader;
  /** Of a page that answers a form: where the same is read. The switch of languages leads there; absent: what was asked for. */
  readonly readAt?: string;
  /** The part of the words that the browser modules say. */
  readonly words?: PartName;
  /** BCP 47, of pages without a reader; English when absent. The writing direction follows from it. */
  readonly language?: string;
  /** `wide` uses the whole of a large screen; else one readable column. */
  readonly width?: "wide";
  /** Seconds after which the page loads itself anew where no script runs. */
  readonly reloadSeconds?: number;
  /** What other sites and search engines are told of it; never of a page behind a token. */
  readonly about?: PageAbout;
  /** Search engines may list it; pages behind a token never say so. */
  readonly listed?: true;
  readonly retryAfter?: number;
  /** Where its own button leads: the ways on below a page that says "no" leave that out. */
  readonly leadsTo?: string;
  /** It has frames with documents of our own. */
  readonly frames?: true;
  /** Whole `Set-Cookie` texts, of those who sign in. */
  readonly setCookies?: readonly string[];
  readonly cookie?: PageCookie;
  /** What the browser draws in the element `#screen` of `main`. */
  readonly part?: ScreenPart;
}

/** A part of a page that the browser draws, such as a map; the server draws all around it. */
export interface ScreenPart {
  /** One of the screens that are built (`src/screens`). */
  readonly screen: string;
  readonly language: WordsLanguage;
  /** Language and country: figures, money and clocks. */
  readonly locale: string;
  /** The parts of the words that it says. */
  readonly words: readonly PartName[];
  /** What it shows first; written as JSON. */
  readonly shown: unknown;
  /** Where else its pictures come from: sources of `img-src`, such as "https://tiles.example.com". */
  readonly images?: readonly string[];
}

/** A document for a frame of our own: it runs nothing, and is of no origin. */
export interface FramedDocument {
  readonly kind: "framed";
  readonly html: string;
}

export interface SentFile {
  readonly kind: "file";
  readonly contentType: string;
  /** What the browser saves it as; null: it is shown, or read by a program. */
  readonly fileName: string | null;
  /** Its address changes with its content: it may be kept for ever. */
  readonly isKept?: true;
  readonly body: string | Uint8Array;
}

/** Sent back by the browser below its path only, never with a request that another site started unless it says so; no script reads it. */
export interface PageCookie {
  readonly name: string;
  /** Of the letters of tokens. */
  readonly value: string;
  readonly path: string;
  /** 0 takes it away. */
  readonly seconds: number;
  /** Sent also when another site leads here, as a payment processor does. */
  readonly isLax?: true;
}

export interface Redirect {
  readonly kind: "redirect";
  readonly to: string;
  readonly cookies?: readonly PageCookie[];
  /** Whole `Set-Cookie` texts, of those who sign in. */
  readonly setCookies?: readonly string[];
}

/** A screen that the browser draws: the server sends the frame, the words and what is shown first. */
export interface ShownScreen {
  readonly kind: "screen";
  /** One of the screens that are built (`src/screens`). */
  readonly screen: string;
  /** Of the browser's tab, until the screen says more. */
  readonly title: string;
  readonly language: WordsLanguage;
  /** Language and country: figures, money and clocks. */
  readonly locale: string;
  /** The parts of the words that the screen says. */
  readonly words: readonly PartName[];
  /** What is shown first; written as JSON. */
  readonly shown: unknown;
  /** The address of the manifest that makes the screen installable. */
  readonly manifest: string;
  /** One sentence for browsers that run no script. */
  readonly withoutScript: string;
}

export type PageAnswer = ShownPage | ShownScreen | SentFile | FramedDocument | Redirect;

/** A page that is read. */
export function getPage<const Path extends `/${string}`>(
  path: Path,
  run: (call: PageCall<Names<Path>>) => Promise<PageAnswer>,
): PageRoute {
  return { method: "GET", path, run };
}

/** What a form is sent to. Answer with `redirectTo` when it worked, with a page of status 422 when it did not. */
export function postPage<const Path extends `/${string}`>(
  path: Path,
  run: (call: PageCall<Names<Path>>) => Promise<PageAnswer>,
): PageRoute {
  return { method: "POST", path, run };
}

/** The pages, each served by the service that keeps what its address names. */
export function keptBy<Name extends string>(
  keeps: (call: PageCall<Name>) => Promise<boolean>,
  pages: readonly PageRoute[],
): PageRoute[] {
  return pages.map((page) => ({ ...page, keeps }));
}

/** A page; status 200 and no browser modules unless it says so. */
export function showPage(
  page: Omit<ShownPage, "kind" | "status" | "modules"> & Partial<Pick<ShownPage, "status" | "modules">>,
): ShownPage {
  return { kind: "page", status: 200, modules: [], ...page };
}

/** The pages, as those of people who have signed in. */
export function ofPeople(pages: readonly PageRoute[]): PageRoute[] {
  return pages.map((page) => ({ ...page, ofPeople: true }));
}

/** 303 to a path of this service: a reload does not send the form again. */
export function redirectTo(to: string, ...cookies: readonly PageCookie[]): Redirect {
  return { kind: "redirect", to, cookies };
}

/** A short page that says one thing and what to do next. */
export function messagePage(
  status: number,
  title: string,
  text: string,
  more: {
    readonly venue?: Venue;
    readonly next?: { readonly href: string; readonly label: string };
    readonly retryAfter?: number;
    readonly language?: WordsLanguage;
    readonly reader?: Reader;
  } = {},
): ShownPage {
  const { next, venue, retryAfter, language, reader } = more;
  return showPage({
    status,
    title,
    ...(venue === undefined ? {} : { venue }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(language === undefined ? {} : { language }),
    ...(reader === undefined ? {} : { reader }),
    ...(next === undefined ? {} : { leadsTo: next.href }),
    main: html`<div class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      ${next !== undefined && html`<p><a class="button" href="${next.href}">${next.label}</a></p>`}
    </div>`,
  });
}
