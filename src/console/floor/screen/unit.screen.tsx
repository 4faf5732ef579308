/** One table of the edited plan. It is drawn again only when it changed, so a drag leaves the others. */
import { Component, type JSX } from "preact";
import { linesOn } from "../../../floor/plan-lettering.ts";
import { unitKey, type DraftUnit } from "../draft.ts";
import { itemLabel } from "./items.screen.ts";
import { choose, nameOf, type Store } from "./store.screen.ts";

interface UnitProps {
  readonly store: Store;
  readonly unit: DraftUnit;
  readonly isChosen: boolean;
  /** A key has led to the table: the plan moves so that it is seen. */
  readonly onFocus: () => void;
}

const classes = ["floor-name", "floor-seats"];
/** The stand writes three lines on a table; two stand in the middle when they are so much lower. */
const sink = 12;

export class PlanUnit extends Component<UnitProps> {
  override shouldComponentUpdate({ unit, isChosen }: UnitProps): boolean {
    return unit !== this.props.unit || isChosen !== this.props.isChosen;
  }

  override render({ store, unit, isChosen, onFocus }: UnitProps): JSX.Element {
    const { unit_id: unitId, x, y, rotation, placed } = unit;
    const key = unitKey(unit);
    const name = store.shortNames.get(unitId) ?? nameOf(store, unitId);
    const seats = store.say("unit.seats", { count: store.units.get(unitId)?.seats ?? 0 });
    return (
      <g
        class={placed ? "floor-unit" : "floor-unit is-unplaced"}
        transform={`translate(${x} ${y})`}
        data-item={key}
        role="button"
        tabindex={0}
        aria-pressed={isChosen}
        onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && onFocus()}
        onClick={(event) => event.detail === 0 && choose(store, key, store.several.peek())}
      >
        <title>{itemLabel(store, key)}</title>
        <g transform={`rotate(${rotation})`}>
          <Outline unit={unit} />
        </g>
        {linesOn(unit, [name, seats, ""])
          .slice(0, 2)
          .map(({ text, size, y: baseline }, index) => (
            <text key={index} class={classes[index]} font-size={size} y={baseline + sink}>
              {text}
            </text>
          ))}
      </g>
    );
  }
}

function Outline({ unit: { width, height, shape } }: { readonly unit: DraftUnit }): JSX.Element {
  if (shape === "round") return <ellipse class="floor-top" rx={width / 2} ry={height / 2} />;
  return <rect class="floor-top" x={-width / 2} y={-height / 2} width={width} height={height} rx="14" />;
}
