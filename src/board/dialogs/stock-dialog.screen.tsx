/** Takes a dish out of stock, until somebody changes that or until tomorrow, and back in. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { callConsole } from "../../screens/calls.screen.ts";
import { changeStock, explain } from "../live/acts.screen.ts";
import { Dialog } from "../../screens/dialog.screen.tsx";
import { whenText } from "./location-dialogs.screen.tsx";
import type { Store } from "../live/store.screen.ts";

interface Dish {
  readonly id: string;
  readonly name: string;
  readonly stockStatus: "in_stock" | "out_of_stock";
  readonly restock_at?: number | null;
}

const mostRows = 50;

export function StockDialog({ store }: { readonly store: Store }): JSX.Element {
  const { say } = store;
  const [dishes, setDishes] = useState<readonly Dish[]>([]);
  const [text, setText] = useState("");
  const load = async (): Promise<void> => {
    const path = `/locations/${store.board.peek().settings.location_id}/stock_status`;
    const answer = await callConsole("GET", path);
    if (answer.ok) setDishes((answer.body as { readonly data: readonly Dish[] }).data);
    else explain(store, answer, undefined, () => (store.dialog.value = { kind: "stock" }));
  };
  useEffect(() => void load(), []);
  const wanted = text.trim().toLocaleLowerCase();
  const found = dishes.filter(({ name, stockStatus }) =>
    wanted === "" ? stockStatus === "out_of_stock" : name.toLocaleLowerCase().includes(wanted),
  );
  const change = async (row: object): Promise<void> => {
    if (await changeStock(store, [row])) await load();
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
      {wanted !== "" && found.length === 0 && <p role="status">{say("stock.none")}</p>}
      <ul class="rows">
        {found.slice(0, mostRows).map((dish) => (
          <li key={dish.id} class="dish">
            <p>
              <bdi>{dish.name}</bdi>
              {dish.stockStatus === "out_of_stock" && <span class="badge warn">{outText(store, dish)}</span>}
            </p>
            <DishActs store={store} dish={dish} change={change} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface DishProps {
  readonly store: Store;
  readonly dish: Dish;
  readonly change: (row: object) => Promise<void>;
}

function DishActs({ store, dish: { id, stockStatus }, change }: DishProps): JSX.Element {
  const { say } = store;
  const button = (text: string, row: object): JSX.Element => (
    <button type="button" class="quiet" disabled={store.stale.value} onClick={() => void change({ id, ...row })}>
      {text}
    </button>
  );
  if (stockStatus === "out_of_stock") return button(say("stock.back"), { stockStatus: "in_stock" });
  return (
    <div class="acts">
      {button(say("stock.until_changed"), { stockStatus: "out_of_stock" })}
      {button(say("stock.until_tomorrow"), { stockStatus: "out_of_stock", restock_at: "tomorrow" })}
    </div>
  );
}

function outText(store: Store, { restock_at: at }: Dish): string {
  return at === null || at === undefined
    ? store.say("stock.out")
    : store.say("stock.out_until", { time: whenText(store, at * 1_000) });
}
