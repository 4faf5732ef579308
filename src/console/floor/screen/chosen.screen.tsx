/** The chosen things of the plan, with fields and buttons for everything that a drag does. */
import type { ComponentChildren, JSX } from "preact";
import { planLimits, unitShapes } from "../../../floor/floor-plan.ts";
import { labelKey, unitKey, wallKey, type DraftLabel, type DraftUnit, type DraftWall, type ItemKey } from "../draft.ts";
import { move, setFields, setShape, setText, setWall, rotate, rotateStep } from "../edits.ts";
import { takeOff } from "./keys.screen.ts";
import { edit, nameOf, type Store } from "./store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

export function Chosen({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const chosen = store.chosen.value;
  const [only] = chosen;
  const { units, walls, labels } = store.draft.value;
  if (only === undefined)
    return (
      <>
        <p>{say("chosen.none")}</p>
        <p class="soft key-words">{say("intro.keys")}</p>
      </>
    );
  if (chosen.size > 1) return <SeveralChosen store={store} chosen={chosen} />;
  const unit = units.find((one) => unitKey(one) === only);
  if (unit !== undefined) return <UnitChosen store={store} unit={unit} />;
  const wall = walls.find((one) => wallKey(one) === only);
  if (wall !== undefined) return <WallChosen store={store} wall={wall} />;
  const label = labels.find((one) => labelKey(one) === only);
  return label === undefined ? <p class="soft">{say("chosen.none")}</p> : <LabelChosen store={store} label={label} />;
}

function UnitChosen({ store, unit }: StoreProps & { readonly unit: DraftUnit }): JSX.Element {
  const { say } = store;
  const key = unitKey(unit);
  const set = (name: "x" | "y" | "width" | "height" | "rotation") => (value: number) =>
    edit(store, setFields(store.history.peek().present, key, { [name]: value }));
  const { side, smallest, largest } = planLimits;
  return (
    <>
      <h3>
        <bdi>{nameOf(store, unit.unit_id)}</bdi>
      </h3>
      <Shapes store={store} keys={new Set([key])} shape={unit.shape} />
      <div class="floor-fields">
        <Length label={say("field.x")} value={unit.x} least={0} most={side} onSet={set("x")} />
        <Length label={say("field.y")} value={unit.y} least={0} most={side} onSet={set("y")} />
        <Length label={say("field.width")} value={unit.width} least={smallest} most={largest} onSet={set("width")} />
        <Length label={say("field.height")} value={unit.height} least={smallest} most={largest} onSet={set("height")} />
        <Length label={say("field.rotation")} value={unit.rotation} least={0} most={359} onSet={set("rotation")} />
      </div>
      <Acts store={store}>
        <Rotations store={store} keys={new Set([key])} />
        {unit.placed && <Remove store={store} text={say("remove.unit")} />}
      </Acts>
    </>
  );
}

function WallChosen({ store, wall }: StoreProps & { readonly wall: DraftWall }): JSX.Element {
  const { say } = store;
  const key = wallKey(wall);
  const field = (name: "x1" | "y1" | "x2" | "y2"): JSX.Element => (
    <Length
      label={say(`field.${name}`)}
      value={wall[name]}
      least={0}
      most={planLimits.side}
      onSet={(value) => edit(store, setWall(store.history.peek().present, key, { [name]: value }))}
    />
  );
  return (
    <>
      <h3>{say("wall")}</h3>
      <div class="floor-fields">
        {field("x1")} {field("y1")} {field("x2")} {field("y2")}
      </div>
      <Acts store={store}>
        <Remove store={store} text={say("remove.wall")} />
      </Acts>
    </>
  );
}

function LabelChosen({ store, label }: StoreProps & { readonly label: DraftLabel }): JSX.Element {
  const { say } = store;
  const key = labelKey(label);
  const set = (axis: "x" | "y") => (value: number) => {
    const by = { x: 0, y: 0, [axis]: value - label[axis] };
    edit(store, move(store.history.peek().present, new Set([key]), by));
  };
  return (
    <>
      <h3>{say("label")}</h3>
      <div class="floor-fields">
        <div class="field floor-wide">
          <label for="floor-text">{say("field.text")}</label>
          <input
            id="floor-text"
            value={label.text}
            maxLength={60}
            autocomplete="off"
            onChange={({ currentTarget }) => {
              edit(store, setText(store.history.peek().present, key, currentTarget.value));
              currentTarget.value = store.draft.peek().labels.find(({ id }) => id === label.id)?.text ?? "";
            }}
          />
        </div>
        <Length label={say("field.x")} value={label.x} least={0} most={planLimits.side} onSet={set("x")} />
        <Length label={say("field.y")} value={label.y} least={0} most={planLimits.side} onSet={set("y")} />
      </div>
      <Acts store={store}>
        <Remove store={store} text={say("remove.label")} />
      </Acts>
    </>
  );
}

function SeveralChosen({ store, chosen }: StoreProps & { readonly chosen: ReadonlySet<ItemKey> }): JSX.Element {
  const { say } = store;
  const hasUnits = [...chosen].some((key) => key.startsWith("unit:"));
  return (
    <>
      <h3>{say("chosen.several", { count: chosen.size })}</h3>
      {hasUnits && <Shapes store={store} keys={chosen} shape={undefined} />}
      <Acts store={store}>
        {hasUnits && <Rotations store={store} keys={chosen} />}
        <Remove store={store} text={say("remove.several")} />
      </Acts>
    </>
  );
}

function Acts({ store, children }: StoreProps & { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="row">
      {children}
      <button type="button" class="quiet" onClick={() => (store.chosen.value = new Set())}>
        {store.say("chosen.leave")}
      </button>
    </div>
  );
}

interface KeysProps extends StoreProps {
  readonly keys: ReadonlySet<ItemKey>;
}

function Rotations({ store, keys }: KeysProps): JSX.Element {
  const by = (degrees: number) => () => edit(store, rotate(store.history.peek().present, keys, degrees));
  return (
    <>
      <button type="button" class="quiet" onClick={by(-rotateStep)}>
        <span aria-hidden="true">↺</span> {store.say("turn.left")}
      </button>
      <button type="button" class="quiet" onClick={by(rotateStep)}>
        <span aria-hidden="true">↻</span> {store.say("turn.right")}
      </button>
    </>
  );
}

function Remove({ store, text }: StoreProps & { readonly text: string }): JSX.Element {
  return (
    <button type="button" class="danger" onClick={() => takeOff(store)}>
      {text}
    </button>
  );
}

function Shapes({ store, keys, shape }: KeysProps & { readonly shape: DraftUnit["shape"] | undefined }): JSX.Element {
  const { say } = store;
  return (
    <fieldset class="floor-shapes">
      <legend>{say("field.shape")}</legend>
      <div class="row">
        {unitShapes.map((one) => (
          <button
            key={one}
            type="button"
            class="quiet"
            aria-pressed={shape === one}
            onClick={() => edit(store, setShape(store.history.peek().present, keys, one))}
          >
            {say(`shape.${one}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface LengthProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onSet: (value: number) => void;
}

/** A field for a whole number. What is no number, or outside of the bounds, is put right at once. */
function Length({ label, value, least, most, onSet }: LengthProps): JSX.Element {
  const id = `floor-${label}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={value}
        onChange={({ currentTarget }) => {
          const typed = Math.round(currentTarget.valueAsNumber);
          const next = Number.isFinite(typed) ? Math.min(most, Math.max(least, typed)) : value;
          if (next !== value) onSet(next);
          currentTarget.value = String(next);
        }}
      />
    </div>
  );
}
