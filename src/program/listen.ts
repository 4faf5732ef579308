/** Where a process listens: for calls, for bounces of e-mail, and for probes on a port of their own. Called by run.ts. */
import Fastify from "fastify";
import { listenForBounces } from "../mail-answers/bounce-listener.client.ts";
import { createBounceTaker } from "../mail-answers/take-bounces.command.ts";
import type { Databases } from "../platform/http/ports.ts";
import { probesPlugin } from "../platform/http/probes.plugin.ts";
import { listenAt } from "../platform/http/server.ts";
import type { Log } from "../platform/log.ts";
import type { Service } from "./build.ts";
import type { Config } from "./config.ts";
import type { Secrets } from "./demonstration/sandbox-file.ts";

/** Answers calls from now on; gives the address by which the service is reached. */
export async function listen(service: Service, config: Config): Promise<string> {
  const address = await listenAt(service.server, config.host, config.port);
  const baseUrl = config.baseUrl ?? address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:");
  service.setBaseUrl(baseUrl);
  // Rendered once, before anybody waits.
  await service.server.inject({ url: "/openapi.json" });
  return baseUrl;
}

/** Listens for bounces of e-mail, where an address for them is configured; answers how that ends. */
export async function takeBounces(
  config: Config,
  { databases, secrets, log }: { readonly databases: Databases; readonly secrets: Secrets; readonly log: Log },
): Promise<() => Promise<unknown>> {
  const secretKeys = [secrets.secretKey, ...config.previousSecretKeys];
  const taker = createBounceTaker({ databases, mail: config.mail, secretKeys });
  const onProblem = (err: unknown): void =>
    log.warn({ err }, "a bounce is not stored; its mail server brings it again");
  const bounces = await listenForBounces({ ...config, taker, onProblem });
  return () => bounces.close();
}

/** Answers probes and metrics on a port of their own. */
export async function listenForProbes(
  config: Config,
  options: Parameters<typeof probesPlugin>[0],
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const probes = Fastify();
  probesPlugin(options)(probes);
  await probes.listen({ host: config.host, port: config.metricsPort ?? 0 });
  undo.push(() => probes.close());
}
