/**
 * The handles that change a size: the corner of the chosen table, the ends of the chosen wall. The fields beside the plan
 * do the same.
 */
import type { JSX } from "preact";
import { unitKey, wallKey } from "../draft.ts";
import type { Shift } from "../edits.ts";
import type { Store } from "./store.screen.ts";

export function Handles({ store }: { readonly store: Store }): JSX.Element | null {
  const [only, ...others] = store.chosen.value;
  if (only === undefined || others.length > 0) return null;
  const { units, walls } = store.draft.value;
  const unit = units.find((one) => unitKey(one) === only);
  if (unit !== undefined) {
    const angle = (unit.rotation * Math.PI) / 180;
    const [x, y] = [unit.width / 2, unit.height / 2];
    const at = {
      x: unit.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: unit.y + x * Math.sin(angle) + y * Math.cos(angle),
    };
    return <Handle name="corner" at={at} />;
  }
  const wall = walls.find((one) => wallKey(one) === only);
  if (wall === undefined) return null;
  return (
    <>
      <Handle name="end-1" at={{ x: wall.x1, y: wall.y1 }} />
      <Handle name="end-2" at={{ x: wall.x2, y: wall.y2 }} />
    </>
  );
}

function Handle({ name, at: { x, y } }: { readonly name: string; readonly at: Shift }): JSX.Element {
  return (
    <g class="floor-handle" data-handle={name} aria-hidden="true">
      <circle class="floor-handle-touch" cx={x} cy={y} r="30" />
      <circle class="floor-handle-dot" cx={x} cy={y} r="11" />
    </g>
  );
}
