/** The menu and the stock of one location: publishes the document, and tells what has run out. */
import { isMapleError, type Maple, type Order, type PublishMenuInput, type StockStatus } from "@maple-partners/sdk";

export interface Larder {
  /** Publishes the menu and waits until it is live; throws with every issue of a document that is refused. */
  publish(menu: PublishMenuInput, options?: { readonly asJob: boolean }): Promise<void>;
  /** Everything that has a stock status, as the service has it. */
  list(): Promise<readonly StockStatus[]>;
  /** Changes the stock of what has this externalId: all its kinds together. Answers how many rows changed. */
  change(externalId: string, stockStatus: StockStatus["stockStatus"]): Promise<number>;
  /** The externalIds of an order that have run out here. */
  missingFor(order: Order): readonly string[];
}

export interface LarderOptions {
  readonly maple: Maple;
  readonly locationId: string;
  readonly log: (line: string) => void;
  /** The first pause between two looks at a publish that goes on as a job. */
  readonly pollMs?: number;
}

/** Opens the larder of a location. */
export function openLarder({ maple, locationId, log, pollMs = 500 }: LarderOptions): Larder {
  /** Kept here too: an order placed just before the change may still hold what has run out. */
  const gone = new Set<string>();

  async function list(): Promise<readonly StockStatus[]> {
    const rows: StockStatus[] = [];
    for await (const row of maple.stock.list(locationId)) rows.push(row);
    return rows;
  }

  return {
    list,
    async publish(menu, { asJob } = { asJob: false }) {
      try {
        let sync = await maple.menus.publish(locationId, menu, asJob ? { prefer: "respond-async" } : {});
        for (
          let wait = pollMs;
          sync.status === "pending" || sync.status === "processing";
          wait = Math.min(wait * 2, 8_000)
        ) {
          await new Promise((resolve) => setTimeout(resolve, wait));
          sync = await maple.menus.getSync(locationId, sync.id);
        }
        if (sync.failure !== null) throw new Error(`the menu was not published: ${sync.failure.message}`);
        log(sync.no_op ? "menu: it is live already, nothing changed" : `menu: published as ${sync.version_id}`);
      } catch (error) {
        if (!isMapleError(error, "invalid_menu")) throw error;
        const issues = error.details.issues.map(({ path, message }) => `  ${path} ${message}`);
        throw new Error(`the menu was refused:\n${issues.join("\n")}`, { cause: error });
      }
    },
    async change(externalId, stockStatus) {
      const rows = (await list()).filter((row) => row.externalId === externalId);
      if (rows.length === 0) return 0;
      await maple.stock.update(
        locationId,
        rows.map(({ id }) => ({ id, stockStatus })),
      );
      if (stockStatus === "out_of_stock") gone.add(externalId);
      else gone.delete(externalId);
      log(`stock: ${externalId} is ${stockStatus}`);
      return rows.length;
    },
    missingFor(order) {
      const named = order.line_items.flatMap((line) => [
        line.item_menu_entity_id,
        line.menu_entity_id,
        ...line.modifiers.map((modifier) => modifier.menu_entity_id),
      ]);
      return [...new Set(named.filter((id) => gone.has(id)))];
    },
  };
}
