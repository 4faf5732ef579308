/** The names of a plan's things, for screen readers and for choices. */
import { labelKey, unitKey, wallKey, type DraftUnit, type ItemKey } from "../draft.ts";
import { nameOf, type Store } from "./store.screen.ts";

/** Says where a thing stands now. */
export function sayMoved(store: Store, key: ItemKey): void {
  store.spoken.value = itemLabel(store, key);
}

/** A table with its seats and place, a wall with its ends, a text. */
export function itemLabel(store: Store, key: ItemKey): string {
  const { say } = store;
  const { units, walls, labels } = store.draft.peek();
  const unit = units.find((one) => unitKey(one) === key);
  if (unit !== undefined) return unitLabel(store, unit);
  const wall = walls.find((one) => wallKey(one) === key);
  if (wall !== undefined) {
    const [x1, y1, x2, y2] = [wall.x1, wall.y1, wall.x2, wall.y2].map(String) as [string, string, string, string];
    return say("item.wall", { x1, y1, x2, y2 });
  }
  const label = labels.find((one) => labelKey(one) === key);
  return label === undefined ? "" : say("item.label", { text: label.text, x: String(label.x), y: String(label.y) });
}

function unitLabel(store: Store, { unit_id: unitId, x, y, placed }: DraftUnit): string {
  const { say } = store;
  const args = { name: nameOf(store, unitId), count: store.units.get(unitId)?.seats ?? 0 };
  return placed ? say("item.unit", { ...args, x: String(x), y: String(y) }) : say("item.unplaced", args);
}

/** The place of a table in words, to choose from. */
export function positionText({ say }: Store, unit: DraftUnit): string {
  if (!unit.placed) return say("place.none");
  const { x, y, width, height, rotation } = unit;
  return say("place", {
    x: String(x),
    y: String(y),
    width: String(width),
    height: String(height),
    rotation: String(rotation),
  });
}
