/** The buttons that change the lines of a basket: one more, one less, none of it. Pure. */
import type { BasketItem } from "../../pricing/basket.ts";

const most = 99;

/** The lines after a button was pressed; the same lines for every other button. */
export function changeLines(
  items: readonly BasketItem[],
  pressed: string,
  gone: ReadonlySet<number>,
): readonly BasketItem[] {
  if (pressed === "remove_gone") return items.filter((_, index) => !gone.has(index));
  const [, act, at] = /^(remove|less|more):(\d{1,3})$/.exec(pressed) ?? [];
  if (act === undefined) return items;
  return items.flatMap((item, index) => {
    if (index !== Number(at)) return [item];
    const quantity = act === "remove" ? 0 : item.quantity + (act === "more" ? 1 : -1);
    return quantity < 1
      ? []
      : [{ ...item, quantity: Math.max(Math.min(quantity, most), Math.min(item.quantity, quantity)) }];
  });
}
