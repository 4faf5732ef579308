/** The three columns. */
import type { JSX } from "preact";
import { columnNames, type ColumnName } from "../state/columns.ts";
import { Card } from "./card.screen.tsx";
import type { Store } from "../live/store.screen.ts";

export function ColumnsView({ store }: { readonly store: Store }): JSX.Element {
  return (
    <main class="columns">
      {columnNames.map((name) => (
        <Column key={name} store={store} name={name} />
      ))}
    </main>
  );
}

function Column({ store, name }: { readonly store: Store; readonly name: ColumnName }): JSX.Element {
  const { say } = store;
  const orders = store.columns.value[name];
  return (
    <section class={`column column-${name}`} aria-labelledby={`column-${name}`}>
      <h2 id={`column-${name}`}>
        {say(`column.${name}`)}{" "}
        <span class="count" aria-hidden="true">
          {orders.length}
        </span>
        <span class="unseen">{say("column.count", { count: orders.length })}</span>
      </h2>
      {orders.length === 0 ? (
        <p class="empty">{say(`empty.${name}`)}</p>
      ) : (
        <ul class="cards">
          {orders.map((order) => (
            <Card key={order.id} store={store} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}
