/** The addresses that the router of a server has: routes, pages, webhooks, probes, files. */
import type { FastifyInstance } from "fastify";

/** Every method and path that the server has, as its router prints them. */
export function registered(server: FastifyInstance): readonly { readonly method: string; readonly path: string }[] {
  const above: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      if (part === "") return [];
      above.splice(indent.length / 4, above.length, part);
      return methods.split(", ").map((method) => ({ method, path: above.join("") }));
    });
}
