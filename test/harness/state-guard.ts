/**
 * Triggers that refuse moves which the tables of the state machines do not have. The database that every test file clones
 * has them, so each test that writes also shows that the SQL makes only moves of the tables. The product's own databases
 * have none: there the deciders and the CHECK constraints protect the states.
 */
import { Client } from "pg";
import { stateMachines } from "./state-machines.ts";
import type { StateMachine } from "../../src/kernel/state-machine.ts";

/** Said first in a transaction that damages states on purpose, or stands for a clock, a crash or another program. */
export const actByHand = "SET LOCAL state_guard.off = 'on'";

/** Sets up the guard of every table that keeps the state of a machine. */
export async function setUpStateGuard(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("CREATE SCHEMA state_guard");
    for (const { machine, stored } of Object.values(stateMachines)) {
      if (stored !== null) await client.query(guardOf(stored, machine));
    }
  });
}

/** Takes the guard away, which leaves what the migrations have made. */
export async function takeDownStateGuard(url: string): Promise<void> {
  await withClient(url, (client) => client.query("DROP SCHEMA state_guard CASCADE"));
}

const listed = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(", ");

function guardOf(
  { table, column }: { readonly table: string; readonly column: string },
  { initial, transitions }: StateMachine<string, string>,
): string {
  const moves = transitions.map(({ from, to }) => `${from} ${to}`);
  return `
    CREATE FUNCTION state_guard.${table}() RETURNS trigger LANGUAGE plpgsql AS $guard$
    BEGIN
      IF current_setting('state_guard.off', true) = 'on' THEN RETURN NEW; END IF;
      IF TG_OP = 'INSERT' THEN
        IF NEW.${column} NOT IN (${listed(initial)}) THEN
          RAISE 'no row of ${table} begins as %', NEW.${column};
        END IF;
      ELSIF OLD.${column} || ' ' || NEW.${column} NOT IN (${listed(moves)}) THEN
        RAISE 'no row of ${table} moves from % to %', OLD.${column}, NEW.${column};
      END IF;
      RETURN NEW;
    END $guard$;
    CREATE TRIGGER state_begins BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION state_guard.${table}();
    CREATE TRIGGER state_moves BEFORE UPDATE OF ${column} ON ${table} FOR EACH ROW
      WHEN (OLD.${column} IS DISTINCT FROM NEW.${column}) EXECUTE FUNCTION state_guard.${table}();`;
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
