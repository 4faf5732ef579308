/** The till's settings in the terminal: one command a line. */
import type { Partner } from "./partner.ts";

const commands: readonly (readonly [string, string])[] = [
  ["orders", "what is being cooked"],
  ["stock", "what has run out, or runs low"],
  ["out NAME", "the externalId NAME has run out; orders that hold it are turned down"],
  ["low NAME", "NAME runs low"],
  ["in NAME", "NAME is there again"],
  ["close", "turn every new order down"],
  ["open", "take orders again"],
  ["catch-up", "look for orders that no delivery brought"],
  ["quit", "unsubscribe and end"],
];

/** Runs one line; answers what to print, and whether to end. */
export async function runSetting(
  partner: Partner,
  line: string,
): Promise<{ readonly text: string; readonly end?: true }> {
  const [word = "", name] = line.trim().split(/\s+/);
  switch (word) {
    case "":
      return { text: "" };
    case "orders":
      return { text: partner.kitchen.working().join("\n") || "nothing" };
    case "stock":
      return { text: await stockText(partner) };
    case "out":
    case "low":
    case "in":
      return { text: await changeStock(partner, word, name) };
    case "close":
      partner.denyAll("STORE_CLOSED");
      return { text: "every new order is turned down" };
    case "open":
      partner.denyAll(undefined);
      return { text: "orders are taken" };
    case "catch-up":
      return { text: `${await partner.catchUp()} orders wait for a decision` };
    case "quit":
      return { text: "", end: true };
    default:
      return { text: commands.map(([command, about]) => `${command.padEnd(10)} ${about}`).join("\n") };
  }
}

async function stockText({ larder }: Partner): Promise<string> {
  const rows = (await larder.list()).filter(({ stockStatus }) => stockStatus !== "in_stock");
  return rows.map((row) => `${row.externalId} ${row.name}: ${row.stockStatus}`).join("\n") || "everything is in stock";
}

async function changeStock({ larder }: Partner, word: "out" | "low" | "in", name: string | undefined): Promise<string> {
  if (name === undefined) return `say what: ${word} NAME, where NAME is an externalId of the menu`;
  const status = { out: "out_of_stock", low: "low_stock", in: "in_stock" } as const;
  const changed = await larder.change(name, status[word]);
  return changed === 0 ? `the menu has no ${name}; stock lists what has run out` : "";
}
