/** Spans without a collector, and with one. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, test } from "node:test";
import { startExport, type SpanExport } from "./export-spans.client.ts";
import { readTracing } from "./read-tracing-settings.ts";
import { beginSpan, beginTrace, currentTraceparent, inSpan, inTrace, within } from "./span.ts";
import type { TraceContext } from "./trace-context.ts";

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly status?: { readonly code: number };
}

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A collector that keeps what it is sent; an export that sends to it when it stops. */
async function collect({ share = 1, status = 200, isSilent = false } = {}) {
  const spans: WireSpan[] = [];
  const asked: { url: string | undefined; secret: unknown }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push({ url: request.url, secret: request.headers["x-secret"] });
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
      };
      spans.push(...body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
      if (!isSilent) response.writeHead(status).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  opened.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  const lost: string[] = [];
  const exporting: SpanExport = startExport({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    headers: { "x-secret": "s" },
    share,
    resource: { "service.name": "maple" },
    random: () => 0.5,
    onLost: (count, reason) => lost.push(`${count}: ${reason}`),
    everyMs: 3_600_000,
    ...(isSilent ? { answerWithinMs: 50 } : {}),
  });
  opened.unshift({ close: () => exporting.stop() });
  return { spans, asked, lost, exporting };
}

test("without a collector nothing is made", async () => {
  assert.equal(beginTrace("a call", "server"), undefined);
  assert.equal(await inSpan("a step", "internal", async () => beginSpan("below", "client")), undefined);
  assert.equal(await inTrace("a sweep", async () => currentTraceparent()), undefined);
});

test("steps are below what they belong to, also after waits; a failure is told, and its words are not", async () => {
  const { spans, asked, exporting } = await collect();
  const root = beginTrace("GET /v1/orders", "server");
  await within(root, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await inSpan("transaction", "internal", async () => {
      await Promise.resolve();
      beginSpan("find-order", "client")?.end();
    });
    await assert.rejects(inSpan("another", "internal", () => Promise.reject(new Error("a secret"))));
  });
  root?.end({ "http.response.status_code": 200, route: "r" });
  root?.end({ second: 1 });
  await exporting.stop();
  const [statement, transaction, failed, call] = spans;
  assert.deepEqual(
    spans.map(({ name, kind }) => [name, kind]),
    [
      ["find-order", 3],
      ["transaction", 1],
      ["another", 1],
      ["GET /v1/orders", 2],
    ],
  );
  assert.equal(statement?.parentSpanId, transaction?.spanId);
  assert.equal(transaction?.parentSpanId, call?.spanId);
  assert.equal(call?.parentSpanId, undefined);
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
  assert.deepEqual(failed?.status, { code: 2 });
  assert.ok(!JSON.stringify(spans).includes("a secret"));
  assert.deepEqual(call?.attributes, [
    { key: "http.response.status_code", value: { intValue: "200" } },
    { key: "route", value: { stringValue: "r" } },
  ]);
  assert.ok(BigInt(call?.startTimeUnixNano ?? 0) <= BigInt(statement?.startTimeUnixNano ?? 0));
  assert.deepEqual(asked, [{ url: "/v1/traces", secret: "s" }]);
});

test("what is not chosen makes nothing; strangers choose nothing, and an event of a kept trace keeps it", async () => {
  const { spans, exporting } = await collect({ share: 0.5 });
  const from: TraceContext = { traceId: "a".repeat(32), spanId: "b".repeat(16), isSampled: true };
  assert.equal(beginTrace("call", "server", { from }), undefined);
  assert.equal(await inTrace("sweep", async () => beginSpan("below", "client")), undefined);
  const attempt = beginTrace("attempt", "client", { from, isOurs: true });
  assert.equal(currentTraceparent(attempt), `00-${from.traceId}-${attempt?.spanId}-01`);
  attempt?.end();
  await exporting.stop();
  assert.deepEqual(
    spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId]),
    [[from.traceId, from.spanId]],
  );
});

test("a collector that refuses, or takes too little, costs spans and nothing else", async () => {
  const { lost, exporting } = await collect({ status: 500 });
  beginTrace("call", "server")?.end();
  await exporting.stop();
  assert.deepEqual(lost, ["1: the collector answered 500"]);
});

test("a collector that falls silent is waited for twice at the end, however much waits; what did not arrive is told", async () => {
  const { lost, exporting } = await collect({ isSilent: true });
  for (let each = 0; each < 3_000; each++) beginTrace("call", "server")?.end();
  await exporting.stop();
  const counts = lost.map((each) => Number.parseInt(each, 10));
  assert.deepEqual(counts, [512, 512, 1_976]);
  assert.match(lost.at(-1) ?? "", /the process ends/);
});

test("the variables of OpenTelemetry say where to, with what and how much", () => {
  const read = (env: Readonly<Record<string, string>>) => {
    const problems: string[] = [];
    const set = (name: string) => env[name] ?? null;
    return { settings: readTracing(set, set, problems), problems };
  };
  assert.equal(read({}).settings, null);
  assert.deepEqual(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20abc, x-team=kitchen",
      OTEL_TRACES_SAMPLER_ARG: "0.5",
    }),
    {
      settings: {
        url: "http://collector:4318/v1/traces",
        headers: { authorization: "Basic abc", "x-team": "kitchen" },
        share: 0.5,
      },
      problems: [],
    },
  );
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c" }).settings?.share, 0.05);
  const wrong = read({ OTEL_EXPORTER_OTLP_HEADERS: "secret", OTEL_TRACES_SAMPLER_ARG: "5" });
  assert.equal(wrong.problems.length, 2);
  assert.ok(!wrong.problems.join().includes("secret"));
});
