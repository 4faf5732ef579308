/**
 * Serves the files of the built screens, and the service worker of each screen below the screen's own path. Every answer
 * of the console's calls, streams too, says which release of the screens is here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codingFor, compress } from "../pages/compress.ts";
import { manifestOf } from "./manifest.ts";
import type { ScreenFiles } from "./screen-files.cache.ts";
import { releaseHeader } from "./release.ts";
import { releaseOf, staffScreens, wholeScreens } from "./screen-sources.ts";
import { screenFilesPath } from "./shell.ts";

const callsPath = "/console/v1/";
const againForm = /^load-again\.screen-\w{8}\.js$/;

/** The files as a plugin of the HTTP server. Each name carries the hash of its content; the worker's address stays. */
export function screensPlugin(files: ScreenFiles): (server: FastifyInstance) => void {
  return (server) => {
    server.addHook("onRequest", (request, reply, next) => {
      const built = request.routeOptions.url?.startsWith(callsPath) === true ? files.loaded() : undefined;
      if (built !== undefined)
        void reply.header(releaseHeader, staffScreens.map((screen) => releaseOf(screen, built)).join(", "));
      next();
    });
    server.get<{ Params: { name: string } }>(
      `${screenFilesPath}/:name`,
      { config: { label: `GET ${screenFilesPath}/{name}`, callClass: 0, needsNoSlot: true } },
      async (request, reply) => {
        const { name } = request.params;
        const { files: texts, again } = await files.load();
        const text = texts.get(name);
        // Of another release: what makes the browser ask again must come from whichever process is asked.
        if (text === undefined && againForm.test(name))
          return sendFile(request, reply, { name: again, text: texts.get(again) ?? "", keep: "no-store" });
        if (text === undefined) return reply.code(404).type("text/plain; charset=utf-8").send("not found\n");
        return sendFile(request, reply, { name, text, keep: "public, max-age=31536000, immutable" });
      },
    );
    for (const screen of wholeScreens) {
      server.get<{ Params: { locationId: string } }>(
        `/${screen}/:locationId/app.webmanifest`,
        { config: { label: `GET /${screen}/{locationId}/app.webmanifest`, callClass: 0, needsNoSlot: true } },
        async (request, reply) =>
          reply
            .headers({ "content-type": "application/manifest+json", "x-content-type-options": "nosniff" })
            .send(JSON.stringify(manifestOf(screen, request.params.locationId))),
      );
      server.get(
        `/${screen}/keep-files.js`,
        { config: { label: `GET /${screen}/keep-files.js`, callClass: 0, needsNoSlot: true } },
        async (request, reply) => {
          const { files: texts, worker } = await files.load();
          return sendFile(request, reply, { name: worker, text: texts.get(worker) ?? "", keep: "no-cache" });
        },
      );
    }
  };
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { readonly name: string; readonly text: string; readonly keep: string },
): Promise<FastifyReply> {
  const type = file.name.endsWith(".css") ? "text/css" : "text/javascript";
  const { coding, bytes } = await compress(
    Buffer.from(file.text),
    codingFor(request.headers["accept-encoding"]),
    "each",
  );
  if (coding !== "identity") void reply.header("content-encoding", coding);
  return reply
    .headers({
      "content-type": `${type}; charset=utf-8`,
      "cache-control": file.keep,
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    })
    .send(bytes);
}
