/** A sound set-up, as docs/operating.md describes one, and ways to break it for the tests of the doctor. */
import { randomBytes, randomUUID } from "node:crypto";
import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import Fastify, { type FastifyInstance } from "fastify";
import { Client } from "pg";
import { cloneDatabase } from "../../test/harness/database-server.ts";
import { createApp } from "../../test/harness/factories.ts";
import { newId } from "../kernel/id.ts";
import { createReadiness } from "../platform/health/readiness.ts";
import { probesPlugin } from "../platform/http/probes.plugin.ts";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { createMetrics } from "../platform/metrics/create-metrics.ts";
import { connectDatabase, type TextDatabase } from "../platform/postgres/database.ts";
import { makeLedgerWeeks } from "../webhooks/ledger/keep-ledger.job.ts";
import { nonceLength, sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

export const secretKey = Buffer.alloc(32, 7);

export interface SoundSetup {
  readonly settings: DoctorSettings;
  /** The same with another address of its only database, or other values. */
  with(change: Partial<DoctorSettings> & { readonly url?: string; readonly baseUrl?: string | null }): DoctorSettings;
  /** The address as the owner of everything. */
  readonly ownerUrl: string;
  readonly role: string;
  /** Runs SQL as the owner, in the database of the set-up. */
  sql(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the set-up: a migrated database, a role that owns nothing, two living processes, one sealed secret, an address. */
export async function startSoundSetup(): Promise<SoundSetup> {
  // The server itself, also where the run has a pooler: the pooler does not know the role that is made here.
  const clone = await cloneDatabase();
  const database = connectDatabase({
    livemode: false,
    url: clone.directUrl,
    poolSize: 2,
    applicationName: "sound-setup",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  const sql = (text: string): Promise<void> => database.transaction(async (tx) => void (await tx.rows(text)));
  const role = `maple_service_${randomBytes(5).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await sql(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  await sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  await sql(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  await makeLedgerWeeks(database);
  await sealOne(database);
  const serving = randomUUID();
  await sql(`INSERT INTO processes (id, kind, host, skew_seconds) VALUES ('${serving}', 'serve', 'here', 0),
    ('${randomUUID()}', 'work', 'here', 0)`);
  const address = await startProbes(serving);
  const url = Object.assign(new URL(clone.directUrl), { username: role, password }).href;
  const settings: DoctorSettings = {
    services: [
      {
        name: "test",
        variable: "DATABASE_URL",
        url,
        directUrl: url,
        ofServe: 8,
        baseUrlVariable: "BASE_URL",
        baseUrl: address.url,
      },
    ],
    secretKeys: [secretKey],
    hasOperatorToken: true,
    doubts: [],
    trustedProxies: 0,
    listensAt: address.url,
    dataDir: tmpdir(),
    outgoing: [],
  };
  return {
    settings,
    with({ url: other, baseUrl, ...change }) {
      const services = settings.services.map((each) => ({
        ...each,
        ...(other === undefined ? {} : { url: other, directUrl: other }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
      }));
      return { ...settings, services, ...change };
    },
    ownerUrl: clone.directUrl,
    role,
    sql,
    async stop() {
      await address.server.close();
      await sql(`DROP OWNED BY ${role}`);
      await database.close();
      await clone.drop();
      await asOwner(clone.directUrl, `DROP ROLE ${role}`);
    },
  };
}

async function sealOne(database: TextDatabase): Promise<void> {
  const { id: app } = await createApp(database);
  const id = newId("dws");
  const sealed = sealedSecrets([secretKey], false).seal(id, "a secret", randomBytes(nonceLength));
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
       VALUES ($1, $2, 'https://partner.example.com/', '{order.notification}', $3)`,
      [id, app, sealed],
    ),
  );
}

/** Answers the probes as a process with this number does. */
export async function startProbes(
  processId: string,
): Promise<{ readonly url: string; readonly server: FastifyInstance }> {
  const readiness = createReadiness({
    services: [],
    loops: () => [],
    onStanding: () => {},
  });
  const server = Fastify();
  probesPlugin({ readiness, metrics: createMetrics(), processId })(server);
  return { url: await server.listen({ host: "127.0.0.1", port: 0 }), server };
}

/** A proxy in front of an address, which says for whom it asks and by which host, or hands the host on. */
export async function startProxy(
  to: string,
  { keepsHost }: { readonly keepsHost: boolean },
): Promise<{ readonly url: string; readonly server: Server }> {
  const { hostname, port } = new URL(to);
  const server = createServer((request, response) => {
    const host = keepsHost ? (request.headers.host ?? "") : `${hostname}:${port}`;
    const headers = { host, "x-forwarded-for": request.socket.remoteAddress ?? "" };
    const onward = new URL(request.url ?? "/", to);
    ask(onward, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { "content-type": "application/json" });
      answer.pipe(response);
    }).end();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Runs statements as the owner, one by one and outside of a transaction, in the first database of the server. */
export async function asOwner(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: Object.assign(new URL(url), { pathname: "/postgres" }).href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
