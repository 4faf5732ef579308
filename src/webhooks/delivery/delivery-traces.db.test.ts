/** The trace of a change goes with its event to each attempt, and to the receiver. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import {
  beginTrace,
  endedSpans,
  newTraces,
  within,
  type EndedSpan,
  type TraceQuestion,
} from "../../platform/tracing/span.ts";
import {
  answering,
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "./delivery.fixture.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
let spans: EndedSpan[];
let isKept: boolean;
const choose = (question: unknown): void => void ((question as TraceQuestion).isKept = isKept);
const take = (span: unknown): void => void spans.push(span as EndedSpan);

beforeEach(async () => {
  [spans, isKept] = [[], true];
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
  newTraces.subscribe(choose);
  endedSpans.subscribe(take);
});
afterEach(async () => {
  stopListening();
  await fixture.close();
  await receiver.close();
});

function stopListening(): void {
  newTraces.unsubscribe(choose);
  endedSpans.unsubscribe(take);
}

test("an attempt belongs to the trace of the change, and the receiver is told (rules/operating 4.5)", async () => {
  receiver.answer = answering(500);
  await fixture.subscribe(receiver.url);
  const change = beginTrace("POST /v1/things", "server");
  await within(change, () => fixture.record());
  isKept = false;
  const worker = fixture.startWorker();
  await worker.idle();
  const attempts = spans.filter(({ name }) => name === "attempt order.notification");
  assert.equal(attempts.length, 1);
  const [attempt] = attempts;
  assert.equal(attempt?.traceId, change?.traceId);
  const transaction = spans.find(({ name, parentId }) => name === "transaction" && parentId === change?.spanId);
  assert.equal(attempt?.parentId, transaction?.spanId, "of the transaction that recorded the event");
  assert.equal(attempt?.hasFailed, true);
  assert.equal(attempt?.facts["maple.outcome"], 500);
  assert.equal(receiver.received[0]?.headers["traceparent"], `00-${attempt?.traceId}-${attempt?.spanId}-01`);
});

test("a worker without a collector passes the trace on; an event without one says nothing", async () => {
  await fixture.subscribe(receiver.url);
  const change = beginTrace("POST /v1/things", "server");
  await within(change, () => fixture.record());
  stopListening();
  const untraced = await fixture.record();
  await fixture.startWorker().idle();
  const headers = new Map(
    receiver.received.map((each) => [each.event.event_id === untraced, each.headers["traceparent"]]),
  );
  assert.match(headers.get(false)?.toString() ?? "", new RegExp(`^00-${change?.traceId}-[0-9a-f]{16}-01$`));
  assert.equal(headers.get(true), undefined);
});
