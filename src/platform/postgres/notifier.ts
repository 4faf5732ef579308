/**
 * Wake-ups between processes over LISTEN and NOTIFY, on one connection of its own, outside every transaction. Wake-ups
 * that come close together are sent as one. A lost connection is made anew; what was missed meanwhile costs a poll.
 */
import pg from "pg";
import type { WakeupChannel } from "../jobs/wakeups.ts";

export interface Notifier {
  publish(channel: WakeupChannel): void;
  close(): Promise<void>;
}

const postgresChannel = "maple_wakeups";
const gatherMs = 5;
const reconnectMs = 1_000;
const channels: ReadonlySet<string> = new Set<WakeupChannel>(["deliveries", "timers", "jobs", "changes"]);

/** Connects to a database and hands what other processes publish there to `receive`. */
export function startNotifier(url: string, receive: (channel: WakeupChannel) => void): Notifier {
  const waiting = new Set<WakeupChannel>();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: "maple-notifier",
      keepAlive: true,
      pipeline: true,
    });
    fresh.on("error", () => lost(fresh));
    fresh.on("end", () => lost(fresh));
    fresh.on("notification", ({ payload }) => {
      const [sender, channel] = (payload ?? "").split(" ");
      if (sender !== self && channel !== undefined && channels.has(channel)) receive(channel as WakeupChannel);
    });
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${postgresChannel}`);
      if (closed) await fresh.end();
      else client = fresh;
    } catch {
      lost(fresh);
    }
  }

  function lost(which: pg.Client): void {
    if (client === which) client = null;
    if (closed || reconnect !== undefined) return;
    reconnect = setTimeout(() => {
      reconnect = undefined;
      void connect();
    }, reconnectMs);
  }

  function flush(): void {
    timer = undefined;
    const gathered = [...waiting];
    waiting.clear();
    for (const channel of gathered) {
      client?.query("SELECT pg_notify($1, $2)", [postgresChannel, `${self} ${channel}`]).catch(() => {});
    }
  }

  const self = `${process.pid}.${Math.random().toString(36).slice(2)}`;
  void connect();
  return {
    publish(channel) {
      waiting.add(channel);
      timer ??= setTimeout(flush, gatherMs);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(reconnect);
      await client?.end().catch(() => {});
    },
  };
}
