/**
 * One host of a database that has several, as callers see it: a TCP proxy in front of the PostgreSQL of the tests. As a
 * `standby` it opens sessions that take no writes. As `silent` it takes bytes and answers nothing, on old connections
 * too. As `gone` it ends the connection.
 */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type HostRole = "primary" | "standby" | "silent" | "gone";

export interface DatabaseHost {
  /** Host and port, as an address of a database names them. */
  readonly name: string;
  /** Changes the role for new connections. */
  become(role: HostRole): void;
  /** Hangs up on everybody who is connected. */
  hangUp(): void;
  /** How many callers are connected. */
  callers(): number;
  /** How many have ever connected. */
  accepted(): number;
  close(): Promise<void>;
}

/** Starts a host of the database at the address, on a free port of 127.0.0.1. */
export async function startDatabaseHost(databaseUrl: string, first: HostRole): Promise<DatabaseHost> {
  const { hostname, port } = new URL(databaseUrl);
  const callers = new Set<Socket>();
  let role = first;
  let accepted = 0;

  const listener = createServer((caller) => {
    accepted += 1;
    callers.add(caller);
    caller.on("error", () => {});
    caller.on("close", () => callers.delete(caller));
    if (role === "gone") caller.destroy();
    else open(caller, role === "standby");
  });

  function open(caller: Socket, isStandby: boolean): void {
    const server = connect({ host: hostname, port: Number(port === "" ? 5432 : port) });
    let head: Buffer | undefined = Buffer.alloc(0);
    caller.on("data", (bytes: Buffer) => {
      if (role === "silent") return;
      if (head === undefined) return void server.write(bytes);
      head = Buffer.concat([head, bytes]);
      if (head.length < 4 || head.length < head.readInt32BE(0)) return;
      server.write(isStandby ? withoutWrites(head) : head);
      head = undefined;
    });
    server.on("data", (bytes) => void (role === "silent" || caller.write(bytes)));
    server.on("error", () => {});
    server.on("close", () => caller.destroy());
    caller.on("close", () => server.destroy());
  }

  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const hangUp = (): void => {
    for (const caller of callers) caller.destroy();
  };
  return {
    name: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    become: (next) => void (role = next),
    hangUp,
    callers: () => callers.size,
    accepted: () => accepted,
    async close() {
      hangUp();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** The address of the same database on these hosts. */
export function onHosts(databaseUrl: string, hosts: readonly (DatabaseHost | string)[]): string {
  const { host } = new URL(databaseUrl);
  const names = hosts.map((each) => (typeof each === "string" ? each : each.name));
  return databaseUrl.replace(`@${host}/`, `@${names.join(",")}/`);
}

/** The first message of a session, with one more start-up parameter: its transactions only read. */
function withoutWrites(startUp: Buffer): Buffer {
  const length = startUp.readInt32BE(0);
  const parameter = Buffer.from("default_transaction_read_only\0on\0\0");
  const message = Buffer.concat([startUp.subarray(0, length - 1), parameter, startUp.subarray(length)]);
  message.writeInt32BE(length - 1 + parameter.length, 0);
  return message;
}
