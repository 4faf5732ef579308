/** Measures the delivery queue for the metrics: how many deliveries are due, waiting, under way and held, and for whom. */
import { isLabelOf, labelsOf } from "../../kernel/service-labels.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { listQueues, type SubscriptionQueue } from "./delivery-queues.sql.ts";

/** Subscriptions that get a series of their own, so that the number of series stays bounded. */
const namedSubscriptions = 20;

export type QueueMetrics = Pick<Metrics, "deliveryQueue" | "oldestDue" | "subscriptionQueue">;

/** Sets the gauges of a service. */
export async function measureQueue(database: Database, metrics: QueueMetrics): Promise<void> {
  const service = labelsOf(database);
  const queues = await listQueues(database.read);
  const sum = (of: (queue: SubscriptionQueue) => number): number =>
    queues.reduce((total, queue) => total + of(queue), 0);
  metrics.deliveryQueue.set(
    { ...service, state: "due" },
    sum(({ due }) => due),
  );
  metrics.deliveryQueue.set(
    { ...service, state: "waiting" },
    sum(({ waiting }) => waiting),
  );
  metrics.deliveryQueue.set(
    { ...service, state: "under_way" },
    sum(({ leased }) => leased),
  );
  metrics.deliveryQueue.set(
    { ...service, state: "held" },
    sum(({ held }) => held),
  );
  metrics.oldestDue.set(service, Math.max(0, ...queues.map(({ oldest_due_seconds: oldest }) => oldest ?? 0)));
  const pending = (queue: SubscriptionQueue): number => queue.due + queue.waiting + queue.leased;
  const most = queues.toSorted((a, b) => pending(b) + b.held - pending(a) - a.held).slice(0, namedSubscriptions);
  // Those that were named the last time and are not any more must not stay at their last value.
  await forgetNamed(metrics, database);
  for (const queue of most) {
    const labels = { ...service, subscription: queue.subscription_id };
    metrics.subscriptionQueue.set({ ...labels, state: "pending" }, pending(queue));
    metrics.subscriptionQueue.set({ ...labels, state: "held" }, queue.held);
  }
}

async function forgetNamed(metrics: QueueMetrics, database: Database): Promise<void> {
  const { values } = await metrics.subscriptionQueue.get();
  for (const { labels } of values) if (isLabelOf(database, labels)) metrics.subscriptionQueue.remove(labels);
}
