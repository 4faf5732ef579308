/** `/store/photos/{locationId}/{name}`: pictures of the menu, kept by browsers, harmless whatever they hold. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { parseId } from "../../kernel/id.ts";
import type { AddressLimits } from "../../platform/limits/address-limits.ts";
import type { Photos } from "./photos.query.ts";

const label = "GET /store/photos/{locationId}/{name}";
const harmless = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Adds the route. */
export function photosPlugin(photos: Photos, limits: AddressLimits): (server: FastifyInstance) => void {
  return (server) => {
    server.get<{ Params: { locationId: string; name: string } }>(
      "/store/photos/:locationId/:name",
      { config: { label } },
      async (request, reply) => {
        const wait = limits.count("photos", request.ip);
        if (wait !== undefined) return none(reply.header("retry-after", wait), 429);
        const { locationId, name } = request.params;
        const id = parseId("str", locationId);
        if (id.kind !== "ok" || !/^[\w-]{22}$/.test(name)) return none(reply, 404);
        const photo = await photos.find(id.id, name);
        if (photo === undefined) return none(reply, 404);
        return reply
          .headers({ ...harmless, "content-type": photo.contentType, "cache-control": "public, max-age=86400" })
          .send(photo.bytes);
      },
    );
  };
}

function none(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .headers({ ...harmless, "cache-control": "no-store" })
    .send();
}
