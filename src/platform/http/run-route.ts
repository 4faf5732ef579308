/** One request through one bound route: read the fields, run the handler, render the answer. */
import { idPrefixOf, newId, type IdPrefix } from "../../kernel/id.ts";
import type { OfEach } from "../../kernel/of-each.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import type { Database, Tx } from "../postgres/database.ts";
import { runKeyed, runKeyedStaged, toAnswer, type Answer, type KeyedRequest } from "./idempotency/idempotency.ts";
import type { Authorized } from "./authorize.ts";
import type { HttpService, HttpServices } from "./ports.ts";
import {
  checkAnswer,
  checkedLines,
  compileChecks,
  readRequest,
  type IncomingRequest,
  type ReadFields,
} from "./reading/read-request.ts";
import { plainTextOf, Reply } from "./reply.ts";
import { idempotencyKeyOf, keyedRequest } from "./idempotency/request-key.ts";
import type { AnyOutcome, BoundRoute, ReadCall, ReadNames, StagedRun } from "./route.ts";
import { mediaOf, type RouteValue } from "./route-value.ts";
import type { Way } from "./way.ts";

export interface RunnerOptions {
  readonly services: HttpServices;
  /** Checks every answer against its schema and throws on a mismatch; on in tests. */
  readonly checkAnswers: boolean;
  /** Told which service keeps the location of a call without a key, once the call has worked. */
  readonly learnLocation?: (locationId: string, service: HttpService) => void;
}

export type RouteRunner = (request: IncomingRequest, caller: Authorized) => Promise<Answer>;

/** One route as each service binds it. */
export type RoutePair = OfEach<BoundRoute>;

/** Prepares the checks of a route once and answers a function that serves its requests. */
export function createRunner(pair: RoutePair, options: RunnerOptions): RouteRunner {
  const { route } = pair.test;
  const checks = route.checks ?? compileChecks(route);
  const checkLines = (lines: AsyncIterable<unknown>): AsyncIterable<unknown> =>
    options.checkAnswers ? checkedLines(route, checks, lines) : lines;
  return async (request, caller) => {
    const read = readRequest(route, checks, request);
    if (isRefusal(read)) return toAnswer(read);
    const { service: known, ...who } = caller;
    const { requestId, address, headers } = request;
    const named = { ...read, ...who, route, requestId, address, languages: languagesOf(headers["accept-language"]) };
    const key = idempotencyKeyOf(route, request, named.body);
    if (isRefusal(key)) return toAnswer(key);
    const service = known ?? (await keeperOf(pair, named, options.services));
    const bound = (service === options.services.live ? pair.live : undefined) ?? pair.test;
    const { database } = service;
    const call: ReadCall = { ...named, route: bound.route, livemode: database.livemode };
    if (bound.kind === "stream") {
      const lines = await bound.run(call, database, request.signal ?? new AbortController().signal);
      if (isRefusal(lines)) return toAnswer(lines);
      return { status: 200, body: "", headers: streamHeaders(route), lines: checkLines(lines) };
    }
    const answer = await runBound(
      bound,
      call,
      database,
      key === undefined ? undefined : keyedRequest(route, request, caller, key),
      (outcome) => {
        const isShaped = mediaOf(route, named.query) === route.media;
        if (options.checkAnswers && isShaped && outcome instanceof Reply) checkAnswer(route, checks, outcome);
        return outcome;
      },
      request.goesOut,
    );
    const { locationId } = request.params;
    if (known === undefined && locationId !== undefined && answer.status < 300)
      options.learnLocation?.(locationId, service);
    if (caller.app === undefined) return answer;
    const ids = answer.status === 404 ? idsOf(read) : route.emptyForStrangers === true ? idsOf(read, "str") : [];
    return (await otherEnvironment(options.services, service, ids)) ?? answer;
  };
}

/** The service that keeps what a call without a key names; test, where no service does. */
async function keeperOf(
  { live: bound }: RoutePair,
  named: ReadNames,
  { test, live }: HttpServices,
): Promise<HttpService> {
  if (live === undefined || bound?.keeps === undefined) return test;
  return (await bound.keeps({ ...named, route: bound.route })) ? live : test;
}

/** A header that is there twice is one list. */
function languagesOf(header: IncomingRequest["headers"][string]): string | undefined {
  return typeof header === "object" ? header.join() : header;
}

/** No cache and no proxy may keep lines back; a connection that lived for a stream ends with it, so that a stop waits for none. */
function streamHeaders({ media = "application/x-ndjson" }: RouteValue): Answer["headers"] {
  return { "content-type": media, "cache-control": "no-store", "x-accel-buffering": "no", connection: "close" };
}

async function runBound(
  bound: Exclude<BoundRoute, { readonly kind: "stream" }>,
  call: ReadCall,
  database: Database,
  key: KeyedRequest | undefined,
  checked: (outcome: AnyOutcome) => AnyOutcome,
  goesOut?: () => void,
): Promise<Answer> {
  switch (bound.kind) {
    case "public":
      return toAnswer(checked(await bound.run(call)));
    case "read": {
      const reads = bound.route.mayBeOld === true ? database.aside : database;
      const outcome = checked(await bound.run(call, reads.read, (work) => reads.snapshot(work)));
      const media = mediaOf(bound.route, call.query);
      return media === undefined || isRefusal(outcome) ? toAnswer(outcome) : toMedia(outcome, media);
    }
    case "write": {
      const write = await bound.prepare(call, database.read);
      if (isRefusal(write)) return toAnswer(write);
      const permit = bound.permit;
      const withPermit = permit === undefined ? {} : { permit: () => permit(call, database.read) };
      return runWrite({ run: write, ...withPermit }, database, key, checked);
    }
    case "chosen": {
      const way = await bound.choose(call, database.read);
      if (way.kind === "transaction") return runWrite(way, database, key, checked);
      goesOut?.();
      return runStaged((_call, _database, id) => way.run(id), call, database, key, checked, { safeTwice: true });
    }
    case "staged":
      goesOut?.();
      return runStaged(bound.run, call, database, key, checked, { safeTwice: bound.safeTwice === true });
  }
}

/** Runs a write under its permit, in one transaction with its stored answer. */
async function runWrite(
  { run, permit }: Omit<Extract<Way<AnyOutcome>, { readonly kind: "transaction" }>, "kind">,
  database: Database,
  key: KeyedRequest | undefined,
  checked: (outcome: AnyOutcome) => AnyOutcome,
): Promise<Answer> {
  const work = async (tx: Tx): Promise<AnyOutcome> => checked(await run(tx));
  const releasePermit = await permit?.();
  try {
    return key === undefined ? toAnswer(await database.transaction(work)) : await runKeyed(database, key, work);
  } finally {
    releasePermit?.();
  }
}

async function runStaged(
  run: StagedRun,
  call: ReadCall,
  database: Database,
  key: KeyedRequest | undefined,
  checked: (outcome: AnyOutcome) => AnyOutcome,
  options: { readonly safeTwice?: boolean } = {},
): Promise<Answer> {
  if (key === undefined) return toAnswer(checked(await run(call, database, newId("opn"))));
  return runKeyedStaged(database, key, async (id) => checked(await run(call, database, id)), options);
}

/** The body is text of another kind than JSON. */
function toMedia({ status, body, headers }: Reply, media: string): Answer {
  const type = media.startsWith("text/") ? `${media}; charset=utf-8` : media;
  return { status, body: plainTextOf(body), headers: { ...headers, "content-type": type } };
}

/** The ids that a call names, or those of one kind. */
function idsOf({ params, query, body }: ReadFields, wanted?: IdPrefix): string[] {
  const named = [...Object.values(params), ...Object.values(query), ...bodyValues(body)];
  return named.filter((value): value is string => {
    const prefix = typeof value === "string" ? idPrefixOf(value) : undefined;
    return prefix !== undefined && (wanted === undefined || prefix === wanted);
  });
}

/** An id that exists just in the other service is named as such; for one of the own service the other is not asked. */
async function otherEnvironment(
  { test, live }: HttpServices,
  own: HttpService,
  ids: readonly string[],
): Promise<Answer | undefined> {
  if (live === undefined) return undefined;
  const other = own === live ? test : live;
  for (const id of ids) {
    if ((await own.idExists(id)) || !(await other.idExists(id))) continue;
    const message = `this is a ${own.environment} key, and ${id} belongs to ${other.environment}`;
    return toAnswer(refuse("wrong_environment", message));
  }
  return undefined;
}

function bodyValues(body: unknown): readonly unknown[] {
  const isFields = typeof body === "object" && body !== null && !Array.isArray(body) && !ArrayBuffer.isView(body);
  return isFields ? Object.values(body) : [];
}
