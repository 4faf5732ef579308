/** Which methods a path offers, for 405 and its Allow header. */
import type { FastifyInstance } from "fastify";

interface Offered {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
}

/**
 * Collects what is registered from here on: routes, pages and plugins, HEAD included where it works. Addresses with a star
 * are left out: they are there to answer 404.
 */
export function collectMethods(server: FastifyInstance): (path: string) => readonly string[] {
  const offered: Offered[] = [];
  server.addHook("onRoute", ({ method, url }) => {
    if (url.includes("*")) return;
    const path = url.replaceAll(/:(\w+)/g, "{$1}");
    for (const each of [method].flat()) offered.push({ method: each, path });
  });
  return (path) => allowedMethods(offered, path);
}

/** The methods that are offered at a concrete path, each once. */
export function allowedMethods(offered: readonly Offered[], path: string): readonly string[] {
  const parts = path.split("/");
  const found = offered.filter((each) => matches(each.path.split("/"), parts)).map(({ method }) => method);
  return [...new Set(found)];
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index]))
  );
}
