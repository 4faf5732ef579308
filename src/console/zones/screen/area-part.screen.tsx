/** The area of a zone in figures: corners as numbers, the circle, drawing, undo. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  cornerAt,
  cornersOf,
  countCorners,
  withCorner,
  withCornerAfter,
  withCornerMoved,
  withoutCorner,
  type Corner,
  type KnownCorner,
  type Shape,
} from "../shape.ts";
import { degreesIn, wholeIn } from "../typed-numbers.ts";
import { takenBack, type Draft } from "../zone-draft.ts";
import { mostHandles } from "./handles.screen.ts";
import { draw, type Store } from "./zones-store.screen.ts";

interface DraftProps {
  readonly store: Store;
  readonly draft: Draft;
}

export function AreaPart({ store, draft }: DraftProps): JSX.Element {
  const { say } = store;
  const { shape } = draft;
  const isDrawing = store.taps.value === "draw";
  const mistake = store.areaMistake.value ?? (store.mistakes.value.has("area") ? say("mistake.area") : undefined);
  return (
    <fieldset class="zones-shape" aria-describedby={mistake === undefined ? undefined : "zone-area-mistake"}>
      <legend>{say("form.area")}</legend>
      {mistake !== undefined && (
        <p class="mistake" id="zone-area-mistake" role="alert" tabIndex={-1}>
          {mistake}
        </p>
      )}
      {isDrawing && <p>{say("form.drawing")}</p>}
      <div class="row">
        {shape.kind === "rings" && (
          <button
            type="button"
            class="quiet"
            aria-pressed={isDrawing}
            onClick={() => (store.taps.value = isDrawing ? "look" : "draw")}
          >
            {isDrawing ? say("form.draw_end") : say("form.draw")}
          </button>
        )}
        {isDrawing && (
          <button type="button" class="quiet" onClick={() => draw(store, withCorner(shape, store.middle()))}>
            {say("form.draw_here")}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          disabled={draft.past.length === 0}
          onClick={() => (store.draft.value = takenBack(draft))}
        >
          {say("form.undo")}
        </button>
      </div>
      {shape.kind === "circle" ? (
        <CircleFields store={store} shape={shape} />
      ) : (
        <CornerFields store={store} shape={shape} />
      )}
    </fieldset>
  );
}

interface NumberProps {
  readonly store: Store;
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly isLabelSeen?: boolean;
  readonly read: (text: string) => number | undefined;
  readonly onNumber: (value: number) => void;
}

/** A number that is taken over when one leaves the field, or on Enter. A text that is no number keeps the zone from being saved. */
function NumberField({ store, id, label, value, isLabelSeen = false, read, onNumber }: NumberProps): JSX.Element {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && read(typed) === undefined;
  useEffect(() => {
    if (isWrong) store.unread.add(id);
    return () => void store.unread.delete(id);
  }, [isWrong]);
  const take = (): void => {
    const number = typed === undefined ? undefined : read(typed);
    if (number === undefined && typed !== undefined) return;
    setTyped(undefined);
    if (number !== undefined && number !== value) onNumber(number);
  };
  return (
    <>
      {isLabelSeen && <label for={id}>{label}</label>}
      <input
        id={id}
        aria-label={isLabelSeen ? undefined : label}
        inputMode="text"
        autocomplete="off"
        maxLength={20}
        value={typed ?? String(value)}
        aria-invalid={isWrong}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
      />
    </>
  );
}

const latitudeIn = (text: string): number | undefined => degreesIn(text, 90);
const longitudeIn = (text: string): number | undefined => degreesIn(text, 180);

function CircleFields({
  store,
  shape,
}: {
  readonly store: Store;
  readonly shape: Extract<Shape, { kind: "circle" }>;
}): JSX.Element {
  const { say } = store;
  const [longitude, latitude] = shape.center;
  const move = (center: Corner): void => draw(store, { ...shape, center });
  return (
    <div class="zones-pair">
      <div class="field">
        <NumberField
          store={store}
          id="circle-latitude"
          label={`${say("form.center")}: ${say("check.latitude")}`}
          isLabelSeen
          value={latitude}
          read={latitudeIn}
          onNumber={(value) => move(cornerAt(longitude, value))}
        />
      </div>
      <div class="field">
        <NumberField
          store={store}
          id="circle-longitude"
          label={`${say("form.center")}: ${say("check.longitude")}`}
          isLabelSeen
          value={longitude}
          read={longitudeIn}
          onNumber={(value) => move(cornerAt(value, latitude))}
        />
      </div>
      <div class="field">
        <NumberField
          store={store}
          id="circle-radius"
          label={say("form.radius")}
          isLabelSeen
          value={shape.radius}
          read={(text) => wholeIn(text, 1, 300_000)}
          onNumber={(radius) => draw(store, { ...shape, radius })}
        />
      </div>
    </div>
  );
}

function CornerFields({ store, shape }: { readonly store: Store; readonly shape: Shape }): JSX.Element {
  const { say } = store;
  const count = countCorners(shape);
  if (count > mostHandles) return <p>{say("form.too_many")}</p>;
  return (
    <details class="zones-corners">
      <summary>{say("form.corners", { count })}</summary>
      <p class="zones-corner soft" aria-hidden="true">
        <span />
        <span>{say("check.latitude")}</span>
        <span>{say("check.longitude")}</span>
      </p>
      <ol class="plain">
        {cornersOf(shape).map((corner) => (
          <CornerRow
            key={`${corner.polygon} ${corner.ring} ${corner.index} ${corner.of}`}
            store={store}
            shape={shape}
            corner={corner}
          />
        ))}
      </ol>
    </details>
  );
}

function CornerRow({
  store,
  shape,
  corner,
}: {
  readonly store: Store;
  readonly shape: Shape;
  readonly corner: KnownCorner;
}): JSX.Element {
  const { say } = store;
  const { polygon, ring, index, at } = corner;
  const number = String(index + 1);
  const id = `corner-${polygon}-${ring}-${index}`;
  const move = (to: Corner): void => draw(store, withCornerMoved(shape, corner, to));
  return (
    <li class="zones-corner">
      <span aria-hidden="true">{number}</span>
      <NumberField
        store={store}
        id={`${id}-latitude`}
        label={say("corner.latitude", { number })}
        value={at[1]}
        read={latitudeIn}
        onNumber={(value) => move(cornerAt(at[0], value))}
      />
      <NumberField
        store={store}
        id={`${id}-longitude`}
        label={say("corner.longitude", { number })}
        value={at[0]}
        read={longitudeIn}
        onNumber={(value) => move(cornerAt(value, at[1]))}
      />
      <button
        type="button"
        class="quiet square"
        aria-label={say("corner.after", { number })}
        onClick={() => draw(store, withCornerAfter(shape, corner))}
      >
        <span aria-hidden="true">+</span>
      </button>
      <button
        type="button"
        class="quiet square"
        aria-label={say("corner.remove", { number })}
        onClick={() => draw(store, withoutCorner(shape, corner))}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </li>
  );
}
