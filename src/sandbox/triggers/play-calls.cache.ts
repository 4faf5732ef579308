/** Makes calls of this service in the name of an app, without a key and without the network, to cause an event. */
import { newId } from "../../kernel/id.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import type { HttpService } from "../../platform/http/ports.ts";
import { createRunner, type RouteRunner } from "../../platform/http/run-route.ts";
import { StepRefused, type Fields, type Play } from "./recipe.ts";

interface PlayedRoute {
  readonly method: string;
  readonly path: RegExp;
  readonly takesBytes: boolean;
  readonly run: RouteRunner;
}

/** Calls the routes of the service; each is prepared when the first call is made. */
export function createPlayer(service: () => HttpService): (app: AppCaller) => Play {
  let prepared: readonly PlayedRoute[] | undefined;
  return (app) => async (method, path, body) => {
    prepared ??= prepare(service());
    const url = new URL(path, "http://service.invalid");
    const found = prepared.find((one) => one.method === method && one.path.test(url.pathname));
    if (found === undefined) throw new Error(`the service has no ${method} ${url.pathname}`);
    const rawBody = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
    const answer = await found.run(
      {
        requestId: newId("req"),
        address: "127.0.0.1",
        url: path,
        params: found.path.exec(url.pathname)?.groups ?? {},
        query: Object.fromEntries(url.searchParams),
        headers: {},
        rawBody,
        body: found.takesBytes ? rawBody : body,
      },
      { app, service: service() },
    );
    const fields = JSON.parse(answer.body) as Fields;
    if (answer.status >= 400) throw new StepRefused(textIn(fields, "code"), textIn(fields, "message"));
    return fields;
  };
}

function prepare(service: HttpService): readonly PlayedRoute[] {
  return service.routes
    .filter(({ route }) => route.access.kind === "app" || route.access.kind === "sandbox")
    .map((bound) => ({
      method: bound.route.method,
      path: new RegExp(`^${bound.route.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
      takesBytes: bound.route.bodyRaw === true,
      run: createRunner({ test: bound }, { services: { test: service }, checkAnswers: false }),
    }));
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}
