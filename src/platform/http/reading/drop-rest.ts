/**
 * What still arrives of a body after its call is answered and the connection is to end. A connection that ends with
 * bytes unread is reset, and a caller who is reset while it sends may never see why it was refused.
 */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long the rest of a body is read and dropped; a caller that still sends after that is cut off. */
const longestRestMs = 5_000;

/** Lets each caller whose body is not read to its end send on while the answer reaches it (rules/http 4.2). */
export function dropRestOfBodies(server: FastifyInstance): void {
  server.addHook("onSend", ({ raw }, answer, _payload, next) => {
    const isLast = !answer.raw.shouldKeepAlive || answer.getHeader("connection") === "close";
    if (isLast && !raw.complete) endLater(raw.socket);
    next();
  });
}

/** Node ends a connection by this function once the answer is written; the request is read and dropped meanwhile. */
function endLater(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const cut = setTimeout(() => socket.destroy(), longestRestMs);
    socket.once("close", () => clearTimeout(cut));
  };
}
