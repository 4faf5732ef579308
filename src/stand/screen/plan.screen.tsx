/** The floor plan: tables to tap and to drop parties on; fingers pan and zoom. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { attachPlan, type PlanHandle } from "../../floor/plan-gestures.screen.ts";
import type { Store } from "../live/store.screen.ts";
import { PlanTable } from "./table.screen.tsx";

interface StoreProps {
  readonly store: Store;
}

export function PlanView({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const svg = useRef<SVGSVGElement>(null);
  const drawn = useRef<SVGGElement>(null);
  const handle = useRef<PlanHandle>(undefined);
  const layout = store.layout.value;
  useLayoutEffect(() => {
    if (svg.current === null || drawn.current === null) return undefined;
    const made = attachPlan(svg.current, drawn.current, () => store.layout.peek().bounds);
    handle.current = made;
    return () => made.end();
  }, []);
  const show = (box: Parameters<PlanHandle["show"]>[0]) => () => handle.current?.show(box);
  const { areas } = store.stand.value.settings;
  return (
    <section class="plan" aria-label={say("plan.title")}>
      <div class="plan-tools">
        {layout.areas.size > 1 && (
          <div class="chips" data-scrolls>
            <button type="button" class="quiet" onClick={show(layout.bounds)}>
              {say("plan.all")}
            </button>
            {areas.map(({ id, name }) => {
              const box = layout.areas.get(id);
              return box === undefined ? null : (
                <button key={id} type="button" class="quiet" onClick={show(box)}>
                  <bdi>{name}</bdi>
                </button>
              );
            })}
          </div>
        )}
        <div class="zooms">
          <button
            type="button"
            class="quiet square"
            aria-label={say("plan.out")}
            onClick={() => handle.current?.zoom(0.8)}
          >
            <span aria-hidden="true">−</span>
          </button>
          <button
            type="button"
            class="quiet square"
            aria-label={say("plan.in")}
            onClick={() => handle.current?.zoom(1.25)}
          >
            <span aria-hidden="true">+</span>
          </button>
          <button type="button" class="quiet square" aria-label={say("plan.fit")} onClick={show(layout.bounds)}>
            <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
            </svg>
          </button>
        </div>
      </div>
      {layout.standing.size === 0 && <p class="empty">{say("plan.none")}</p>}
      <svg ref={svg} class="floor" role="group" aria-label={say("plan.title")}>
        <defs>
          <pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path class="hatch" d="M0 0V14" />
          </pattern>
        </defs>
        <g ref={drawn}>
          <Walls store={store} />
          {store.stand.value.settings.units.map(({ id }) => (
            <PlanTable key={id} store={store} unitId={id} onFocus={(box) => handle.current?.reveal(box)} />
          ))}
        </g>
      </svg>
    </section>
  );
}

function Walls({ store }: StoreProps): JSX.Element {
  const { walls, labels } = store.stand.value.plan;
  return (
    <>
      {walls.map(({ x1, y1, x2, y2 }, index) => (
        <line key={index} class="wall" x1={x1} y1={y1} x2={x2} y2={y2} />
      ))}
      {labels.map(({ x, y, text }, index) => (
        <text key={index} class="plan-label" x={x} y={y}>
          {text}
        </text>
      ))}
    </>
  );
}
