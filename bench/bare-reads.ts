/** The floor of the reads, in its own process: a bare Fastify handler that selects the same JSON of the same rows. */
import Fastify from "fastify";
import pg from "pg";
import { orderTable } from "../src/orders/order/orders.sql.ts";
import { orderToWire } from "../src/orders/order/order-wire.ts";
import type { Order } from "../src/orders/order/order.ts";

const [databaseUrl, appId, baseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl ?? "", max: 16, types: { getTypeParser } });
const wire = { livemode: false, baseUrl: baseUrl ?? "" };
const server = Fastify();

server.get<{ Params: { id: string } }>("/v1/orders/:id", async (request, answer) => {
  const { rows } = await pool.query<Order>({
    name: "one",
    text: `SELECT ${orderTable.select("o")} FROM orders o WHERE o.id = $1`,
    values: [request.params.id],
  });
  const [order] = rows;
  if (order === undefined) return answer.code(404).send();
  return answer
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(orderToWire(order, wire)));
});

interface Position {
  readonly placed_at: number;
  readonly id: string;
}

async function readPage(startingAfter: string | undefined): Promise<readonly Order[]> {
  if (startingAfter === undefined) {
    const newest = { name: "list", text: process.env["BENCH_LIST_SQL"] ?? "", values: [appId, 101] };
    return (await pool.query<Order>(newest)).rows;
  }
  const found = await pool.query<Position>({
    name: "position",
    text: `SELECT o.placed_at, o.id FROM orders o JOIN connections c ON c.location_id = o.location_id
      WHERE o.id = $1 AND c.app_id = $2`,
    values: [startingAfter, appId],
  });
  const after = [found.rows[0]?.placed_at, found.rows[0]?.id];
  const text = process.env["BENCH_LIST_AFTER_SQL"] ?? "";
  return (await pool.query<Order>({ name: "after", text, values: [appId, 101, ...after] })).rows;
}

/** The same page, by the same queries as the service's. */
server.get<{ Querystring: { starting_after?: string } }>("/v1/orders", async (request, answer) => {
  const rows = await readPage(request.query.starting_after);
  const orders = rows.slice(0, 100);
  const page = {
    object: "list",
    data: orders.map((order) => orderToWire(order, wire)),
    has_more: rows.length > 100,
    next_cursor: rows.length > 100 ? orders.at(-1)?.id : null,
  };
  return answer.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(page));
});

console.log(await server.listen({ host: "127.0.0.1", port: 0 }));
process.on("SIGTERM", () => void server.close().then(() => pool.end()));

function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === 1184) return (value) => Date.parse(`${value.replace(" ", "T")}:00`);
  if (oid === 20) return Number;
  return pg.types.getTypeParser(oid, format ?? "text");
}
