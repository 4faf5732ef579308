/** `/store/photos/{locationId}/{name}`: pictures of the menu. Browsers keep them; the headers make any content harmless. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { parseId } from "../../kernel/id.ts";
import { listedBytes } from "../../menus/photos/parse-photo.ts";
import type { AddressLimits } from "../../platform/limits/address-limits.ts";
import { inList } from "./photo-address.ts";
import type { Photos } from "./photos.query.ts";

const label = "GET /store/photos/{locationId}/{name}";
/** Requests that wait for other hosts and hold no slot meanwhile. */
const mostWaiting = 200;
const harmless = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Adds the route. */
export function photosPlugin(photos: Photos, limits: AddressLimits): (server: FastifyInstance) => void {
  return (server) => {
    server.get<{ Params: { locationId: string; name: string }; Querystring: Readonly<Record<string, unknown>> }>(
      "/store/photos/:locationId/:name",
      { config: { label, callClass: 3 } },
      async (request, reply) => {
        const wait = limits.count("photos", request.ip);
        if (wait !== undefined) return none(reply.header("retry-after", wait), 429);
        const { locationId, name } = request.params;
        const id = parseId("str", locationId);
        if (id.kind !== "ok" || !/^[\w-]{22}$/.test(name)) return none(reply, 404);
        const photo = await photos.find(id.id, name, () => request.ticket?.lend(mostWaiting));
        if (photo === undefined) return none(reply, 404);
        if (photo === "busy") return none(reply.header("retry-after", 2), 503);
        const { bytes, contentType, etag } = photo;
        void reply.headers({ ...harmless, etag, "cache-control": "public, max-age=86400" });
        if (inList in request.query && bytes.length > listedBytes) return reply.code(204).send();
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
        return reply.header("content-type", contentType).send(bytes);
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
