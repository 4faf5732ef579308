/** Which methods a path offers, for 405 and its Allow header. */
import type { FastifyInstance } from "fastify";

interface Offered {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
}

export interface OfferedPaths {
  /** The methods at a concrete path. */
  readonly methodsAt: (path: string) => readonly string[];
  /** The path of partners that somebody may have meant. */
  readonly nearest: (path: string) => string | undefined;
}

/**
 * Collects what is registered from here on: routes, pages and plugins, HEAD included where it works. Addresses with a star
 * are left out: they are there to answer 404.
 */
export function collectMethods(server: FastifyInstance): OfferedPaths {
  const offered: Offered[] = [];
  server.addHook("onRoute", ({ method, url }) => {
    if (url.includes("*")) return;
    const path = url.replaceAll(/:(\w+)/g, "{$1}");
    for (const each of [method].flat()) offered.push({ method: each, path });
  });
  return {
    methodsAt: (path) => allowedMethods(offered, path),
    nearest: (path) => nearestPath(offered, path),
  };
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

/** The path of partners that is the same but for its version, capitals, dashes, the plural, or a slash at its end. */
export function nearestPath(offered: readonly Offered[], path: string): string | undefined {
  const typed = path
    .replace(/^\/+(?:v\d+\/+)?/i, "")
    .split("/")
    .filter((part) => part !== "");
  const meant = offered.find(({ path: one }) => {
    if (!one.startsWith("/v1/")) return false;
    const parts = one.split("/").slice(2);
    return (
      parts.length === typed.length &&
      parts.every((part, index) => part.startsWith("{") || plain(part) === plain(typed[index] ?? ""))
    );
  });
  return meant?.path;
}

function plain(part: string): string {
  return part.toLowerCase().replaceAll(/[-_]/g, "").replace(/s$/, "");
}
