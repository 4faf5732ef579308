/** Takes a dish out of stock, until somebody changes that or until tomorrow, and puts it back in stock. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { callConsole } from "../../screens/calls.screen.ts";
import { changeStock, explain } from "../live/acts.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { whenText } from "./location-dialogs.screen.tsx";
import { dishesOf, type Dish, type StockRow } from "../state/dishes.ts";
import type { Store } from "../live/store.screen.ts";

const mostRows = 100;

export function StockDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say } = store;
  const [rows, setRows] = useState<readonly StockRow[] | undefined>();
  const [text, setText] = useState("");
  const load = async (): Promise<void> => {
    const path = `/locations/${store.board.peek().settings.location_id}/stock_status`;
    const answer = await callConsole("GET", path);
    if (answer.ok) setRows((answer.body as { readonly data: readonly StockRow[] }).data);
    else if (await explain(store, answer, undefined, () => true)) await load();
  };
  useEffect(() => void load(), []);
  const found = dishesOf(rows ?? [], text, document.documentElement.lang);
  const change = async (changed: readonly object[]): Promise<void> => {
    if (await changeStock(store, changed)) await load();
  };
  return (
    <Dialog store={store} title={say("stock.title")} drawer>
      <label for="dish">{say("stock.search")}</label>
      <input
        id="dish"
        type="text"
        enterkeyhint="search"
        autocomplete="off"
        autofocus
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {rows !== undefined && found.length === 0 && <p role="status">{say("stock.none")}</p>}
      <ul class="rows">
        {found.slice(0, mostRows).map((dish) => (
          <li key={dish.id} class="dish">
            <p>
              <bdi>{dish.name}</bdi>
              {dish.outIds.length > 0 && <span class="badge warn">{outText(store, dish)}</span>}
            </p>
            <DishActs store={store} dish={dish} change={change} />
          </li>
        ))}
      </ul>
      {found.length > mostRows && <p>{say("stock.more", { count: found.length - mostRows })}</p>}
    </Dialog>
  );
}

interface DishProps {
  readonly store: Store;
  readonly dish: Dish;
  readonly change: (rows: readonly object[]) => Promise<void>;
}

function DishActs({ store, dish: { id, outIds }, change }: DishProps): JSX.Element {
  const { say } = store;
  const button = (text: string, ids: readonly string[], row: object): JSX.Element => (
    <button
      type="button"
      class="quiet"
      disabled={store.stale.value}
      onClick={() => void change(ids.map((one) => ({ id: one, ...row })))}
    >
      {text}
    </button>
  );
  if (outIds.length > 0) return button(say("stock.back"), outIds, { stockStatus: "in_stock" });
  return (
    <div class="acts">
      {button(say("stock.until_changed"), [id], { stockStatus: "out_of_stock" })}
      {button(say("stock.until_tomorrow"), [id], { stockStatus: "out_of_stock", restock_at: "tomorrow" })}
    </div>
  );
}

function outText(store: Store, { restockAt: at }: Dish): string {
  return at === null ? store.say("stock.out") : store.say("stock.out_until", { time: whenText(store, at * 1_000) });
}
