/** The edited plan: tables, walls, texts, the lines of combinations, and the handles of the chosen things. */
import type { JSX, TargetedFocusEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { planLimits } from "../../../floor/floor-plan.ts";
import type { Box } from "../../../floor/plan-view.ts";
import { attachPlan } from "../../../floor/plan-gestures.screen.ts";
import { labelKey, unitKey, wallKey, type ItemKey } from "../draft.ts";
import { boundsOf, boxOf, boxOfLabel, boxOfWall, linksOf } from "../plan-geometry.ts";
import { attachDrags } from "./drag.screen.ts";
import { Handles } from "./handles.screen.tsx";
import { itemLabel } from "./items.screen.ts";
import { choose, type Store } from "./store.screen.ts";
import { PlanUnit } from "./unit.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function Canvas({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const svg = useRef<SVGSVGElement>(null);
  const drawn = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const [view, inside] = [svg.current, drawn.current];
    if (view === null || inside === null) return undefined;
    const handle = attachPlan(view, inside, () => boundsOf(store.history.peek().present));
    const endDrags = attachDrags(view, inside, store);
    store.canvas.current = {
      ...handle,
      middle() {
        const { left, top, width, height } = view.getBoundingClientRect();
        const seen = new DOMPoint(left + width / 2, top + height / 2);
        return seen.matrixTransform(inside.getScreenCTM()?.inverse());
      },
    };
    return () => {
      endDrags();
      handle.end();
    };
  }, []);
  return (
    <svg ref={svg} class="floor-canvas" role="group" aria-label={say("canvas")} tabIndex={-1}>
      <defs>
        <pattern id="floor-grid" width="100" height="100" patternUnits="userSpaceOnUse">
          <path class="floor-line" d="M100 0H0V100" />
        </pattern>
      </defs>
      <g ref={drawn}>
        <rect class="floor-ground" width={planLimits.side} height={planLimits.side} fill="url(#floor-grid)" />
        <Drawn store={store} />
      </g>
    </svg>
  );
}

function Drawn({ store }: StoreProps): JSX.Element {
  const { units, walls, labels } = store.draft.value;
  const chosen = store.chosen.value;
  const show = (box: Box): void => store.canvas.current?.reveal(box);
  const item = (key: ItemKey, box: Box) => ({
    "data-item": key,
    role: "button" as const,
    tabindex: 0,
    "aria-pressed": chosen.has(key),
    onFocus: ({ currentTarget }: TargetedFocusEvent<SVGGElement>) =>
      currentTarget.matches(":focus-visible") && show(box),
    onClick: (event: MouseEvent) => event.detail === 0 && choose(store, key, store.several.peek()),
  });
  return (
    <>
      {walls.map((wall) => (
        <g key={wall.id} class="floor-wall" {...item(wallKey(wall), boxOfWall(wall))}>
          <title>{itemLabel(store, wallKey(wall))}</title>
          <line class="floor-wall-touch" x1={wall.x1} y1={wall.y1} x2={wall.x2} y2={wall.y2} />
          <line class="floor-wall-line" x1={wall.x1} y1={wall.y1} x2={wall.x2} y2={wall.y2} />
        </g>
      ))}
      <Links store={store} />
      {units.map((unit) => (
        <PlanUnit
          key={unit.unit_id}
          store={store}
          unit={unit}
          isChosen={chosen.has(unitKey(unit))}
          onFocus={() => show(boxOf(unit))}
        />
      ))}
      {labels.map((label) => (
        <g key={label.id} class="floor-label" {...item(labelKey(label), boxOfLabel(label))}>
          <title>{itemLabel(store, labelKey(label))}</title>
          <text x={label.x} y={label.y}>
            {label.text}
          </text>
        </g>
      ))}
      <Handles store={store} />
      <Band store={store} />
    </>
  );
}

/** Lines between the tables that are joined for one party. */
function Links({ store }: StoreProps): JSX.Element {
  const units = new Map(store.draft.value.units.map((unit) => [unit.unit_id, unit]));
  return (
    <g aria-hidden="true">
      {linksOf(store.shown.combinations).map(({ from, to }) => {
        const [a, b] = [units.get(from), units.get(to)];
        if (a === undefined || b === undefined) return null;
        return <line key={`${from} ${to}`} class="floor-link" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
      })}
    </g>
  );
}

function Band({ store }: StoreProps): JSX.Element | null {
  const band = store.band.value;
  return band === undefined ? null : <rect class="floor-band" {...band} />;
}
