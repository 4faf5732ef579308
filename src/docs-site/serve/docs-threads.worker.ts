/**
 * The documentation as the service sends it, rendered in a thread. The site takes a second, and a page with much code
 * some tenths of one; on the event loop that would delay the orders of others. The rendered pages are kept here, so that
 * the thread may end.
 */
import type { Audience } from "../../docs-pages/audience.ts";
import type { RenderedReference } from "../../docs-pages/rendered-reference.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import { createThreadLane } from "../../platform/threads/thread-lane.ts";
import { addressOfRoute } from "../pages/error-pages.ts";
import type { Hit } from "../search/site-search.ts";
import { toCopied, type DocsSources } from "./docs-sources.ts";
import type { DocsAnswer, DocsTask } from "./docs-tasks.ts";
import type { WholeName } from "./rendered-site.cache.ts";
import type { Rendered } from "./rendered.cache.ts";

export interface DocsOptions extends Omit<DocsSources, "routes" | "scripts"> {
  /** Asked at the first request: the service knows all of its routes by then. */
  readonly routes: () => readonly RouteValue[];
  readonly scripts: () => readonly string[];
  /** Where the service is reached, without a slash at the end; asked at every request. */
  readonly baseUrl: () => string;
}

export interface Documentation {
  /** The page at an address, or its Markdown at the address with `.md`; undefined when there is none. */
  at(path: string): Promise<Rendered | undefined>;
  /** Where an address leads that is no page's own: the short one of a call, or one with a slash at its end. */
  movedTo(path: string): Promise<string | undefined>;
  /** What does not belong to one page. */
  whole(name: WholeName): Promise<Rendered>;
  /** The description and the reference of an audience. */
  reference(audience: Audience): Promise<RenderedReference>;
  hits(typed: string): Promise<readonly Hit[]>;
  /** The page with the results of a search. */
  searchPage(typed: string): Promise<string>;
  /** What is shown at an address without a page. */
  missingPage(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Makes the documentation; its thread starts when somebody first reads. */
export function createDocumentation(options: DocsOptions): Documentation {
  const lane = createThreadLane<DocsTask, DocsAnswer>({
    module: new URL("./docs-thread.worker.ts", import.meta.url),
    given: () => {
      const { version, budgets, style } = options;
      return toCopied({ version, budgets, style, routes: options.routes(), scripts: options.scripts() });
    },
    maxWaiting: 100,
    // Pages that were drawn are kept here, but each search needs the thread, which takes more than a second to begin: it
    // lives, with its 50 to 80 MiB, while somebody reads.
    idleMs: 600_000,
    maxHeapMiB: 512,
    // A reference takes some seconds, and many times as long where other programs have the processors.
    maxMs: 180_000,
  });
  const run = <Answer extends DocsAnswer>(task: DocsTask): Promise<Answer> => lane.run(task) as Promise<Answer>;
  const kept = createKept();
  const paths = (): Promise<ReadonlySet<string>> =>
    kept.of("paths", async () => new Set(await run<readonly string[]>({ kind: "paths" })));
  return {
    async at(path) {
      const page = path.endsWith(".md") ? path.slice(0, -".md".length) : path;
      if (!(await paths()).has(page)) return undefined;
      return kept.of(`page ${path}`, () => run<Rendered | undefined>({ kind: "page", path }));
    },
    async movedTo(path) {
      if (path.endsWith("/") && (await paths()).has(path.slice(0, -1))) return path.slice(0, -1);
      const route = options.routes().find(({ operationId }) => path === `/docs/api/${operationId}`);
      return route && addressOfRoute(route);
    },
    whole: (name) => {
      const baseUrl = options.baseUrl();
      return kept.of(`whole ${name} ${baseUrl}`, () => run<Rendered>({ kind: "whole", name, baseUrl }));
    },
    reference: (audience) => {
      const baseUrl = options.baseUrl();
      const task = { kind: "reference", audience, baseUrl } as const;
      return kept.of(`reference ${audience} ${baseUrl}`, () => run<RenderedReference>(task));
    },
    hits: (typed) => run<readonly Hit[]>({ kind: "hits", typed }),
    searchPage: (typed) => run<string>({ kind: "search", typed }),
    missingPage: (name) => run<string>({ kind: "missing", name }),
    close: () => lane.close(),
  };
}

interface Kept {
  /** What was made under the name, or is being made; a failure is not kept. */
  of<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
}

/** The names are bounded by the pages that exist and the addresses of the service. */
function createKept(): Kept {
  const made = new Map<string, Promise<unknown>>();
  return {
    of<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
      const known = made.get(name) as Promise<Value> | undefined;
      if (known !== undefined) return known;
      const making = make();
      made.set(name, making);
      making.catch(() => made.delete(name));
      return making;
    },
  };
}
