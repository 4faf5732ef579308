import type { Method } from "./route.ts";

/** The methods that routes offer at a concrete path, for 405 and its Allow header. */
export function allowedMethods(
  routes: readonly { readonly method: Method; readonly path: string }[],
  path: string,
): readonly Method[] {
  const parts = path.split("/");
  return routes.filter((route) => matches(route.path.split("/"), parts)).map((route) => route.method);
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index]))
  );
}
