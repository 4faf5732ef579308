/**
 * A PgBouncer in transaction mode before the PostgreSQL of a test run: `npm run test:pooler`. The tests then reach their
 * databases through the pooler, with the role settings of one (`roleSettings`); by `directUrl` they reach PostgreSQL
 * itself.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { roleSettings } from "../../src/platform/postgres/session-check.ts";

/** What a test process is told through its environment. */
export const poolerVariable = "MAPLE_TEST_POOLER_URL";

export interface TestPooler {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const role = "maple_pooled";
const startsWithinMs = 10_000;

/** Starts the pooler before the server at the address, as whose superuser the tests work. */
export async function startPooler(directory: string, adminUrl: string): Promise<TestPooler> {
  const program = findPooler();
  const password = randomBytes(12).toString("hex");
  await makeRole(adminUrl, password);
  const { hostname, port } = new URL(adminUrl);
  const own = await freePort();
  const file = join(directory, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${port === "" ? 5432 : port} user=${role} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 2000",
    "default_pool_size = 20",
    "server_idle_timeout = 5",
    "log_connections = 0",
    "log_disconnections = 0",
    "log_stats = 0",
    ...(process.getuid?.() === 0 ? ["user = nobody"] : []),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  const child = spawn(program, ["-q", file], { stdio: ["ignore", "ignore", "pipe"] });
  await untilListening(child, own);
  return {
    environment: { [poolerVariable]: `postgres://${role}@127.0.0.1:${own}/postgres` },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function findPooler(): string {
  const folders = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const found = folders.map((folder) => join(folder, "pgbouncer")).find((file) => existsSync(file));
  if (found === undefined) throw new Error("pgbouncer is not installed; on Debian: apt-get install pgbouncer");
  return found;
}

async function makeRole(adminUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD '${password}'`);
    for (const statement of roleSettings(role)) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let said = "";
  child.stderr?.on("data", (text: Buffer) => void (said = (said + text.toString()).slice(-5_000)));
  for (const end = performance.now() + startsWithinMs; ; await pause(20)) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`the pooler did not start:\n${said}`);
    const socket = connect(port, "127.0.0.1");
    const answered = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (answered) return;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
