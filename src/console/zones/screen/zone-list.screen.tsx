/** The zones of the location, the button for a new one, and the check of an address. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { emptyShape, type Shape } from "../shape.ts";
import { degreesIn } from "../typed-numbers.ts";
import { newDraft, type WireZone } from "../zone-draft.ts";
import { changeZone, checkPoint } from "./save-zone.screen.ts";
import { startDraft, type Store } from "./zones-store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

const firstRadius = 2_000;

export function ZoneList({ store }: StoreProps): JSX.Element {
  const { say, shown } = store;
  const zones = store.zones.value;
  useEffect(() => {
    const id = store.left.peek();
    store.left.value = undefined;
    if (id !== undefined) (document.getElementById(`zone-${id}`) ?? document.getElementById("zones-title"))?.focus();
  }, []);
  const begin = (shape: Shape): void => {
    startDraft(store, newDraft(say("list.new_name"), shown.currency, shape), shape.kind === "rings" ? "draw" : "look");
    store.reveal(shape);
  };
  const middle = (): Shape => ({
    kind: "circle",
    center: shown.coordinate === null ? store.middle() : [shown.coordinate.longitude, shown.coordinate.latitude],
    radius: firstRadius,
  });
  return (
    <>
      <section class="card">
        <h2 id="zones-title" tabIndex={-1}>
          {say("list.title")}
        </h2>
        {zones.length === 0 && <p>{say("list.none")}</p>}
        <ul class="plain zones-list">
          {zones.map((zone, index) => (
            <ZoneRow key={zone.id} store={store} zone={zone} look={index % 6} />
          ))}
        </ul>
        {shown.hidden > 0 && <p>{say("list.more", { count: shown.hidden })}</p>}
        <div class="row">
          <button type="button" onClick={() => begin(emptyShape)}>
            {say("list.area")}
          </button>
          <button type="button" class="quiet" onClick={() => begin(middle())}>
            {say("list.circle")}
          </button>
        </div>
      </section>
      <CheckCard store={store} />
    </>
  );
}

function ZoneRow({ store, zone, look }: StoreProps & { readonly zone: WireZone; readonly look: number }): JSX.Element {
  const { say, formats } = store;
  const money = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string =>
    formats.money(amount, currency);
  const { fee, minimum_order: least, free_delivery_over: freeFrom, estimated_minutes: minutes } = zone;
  const facts = [
    fee.amount === 0 ? say("row.free") : say("row.fee", { amount: money(fee) }),
    ...(least === null ? [] : [say("row.minimum", { amount: money(least) })]),
    ...(freeFrom === null ? [] : [say("row.free_from", { amount: money(freeFrom) })]),
    ...(minutes === null ? [] : [say("row.minutes", { from: String(minutes.min), to: String(minutes.max) })]),
    ...(zone.hours === null ? [] : [say("row.hours")]),
  ];
  return (
    <li>
      <button type="button" class="quiet full zones-row" id={`zone-${zone.id}`} onClick={() => changeZone(store, zone)}>
        <svg
          class={`zone-swatch zone-look-${look}${zone.enabled ? "" : " zone-off"}`}
          viewBox="0 0 24 24"
          aria-hidden="true"
        >
          <rect class="zone-area" x="2" y="2" width="20" height="20" rx="4" />
        </svg>
        <span>
          <b>
            <bdi>{zone.name}</bdi>
          </b>{" "}
          {!zone.enabled && <span class="badge">{say("row.off")}</span>}
          <span class="zones-facts">{facts.join(" · ")}</span>
        </span>
      </button>
    </li>
  );
}

function CheckCard({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const [typed, setTyped] = useState({ latitude: "", longitude: "" });
  const [isWrong, setWrong] = useState(false);
  const isChoosing = store.taps.value === "check";
  const checked = store.checked.value;
  const submit = (event: Event): void => {
    event.preventDefault();
    const [latitude, longitude] = [degreesIn(typed.latitude, 90), degreesIn(typed.longitude, 180)];
    setWrong(latitude === undefined || longitude === undefined);
    if (latitude === undefined || longitude === undefined) return;
    store.reveal({ kind: "circle", center: [longitude, latitude], radius: 50 });
    void checkPoint(store, [longitude, latitude]);
  };
  const input = (name: "latitude" | "longitude"): JSX.Element => (
    <div class="field">
      <label for={`check-${name}`}>{say(`check.${name}`)}</label>
      <input
        id={`check-${name}`}
        inputMode="text"
        autocomplete="off"
        maxLength={20}
        value={typed[name]}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? "check-mistake" : undefined}
        onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      />
    </div>
  );
  return (
    <section class="card">
      <h2>{say("check.title")}</h2>
      <p>{say("check.text")}</p>
      <div class="row">
        <button
          type="button"
          class="quiet"
          aria-pressed={isChoosing}
          onClick={() => (store.taps.value = isChoosing ? "look" : "check")}
        >
          {isChoosing ? say("check.stop") : say("check.start")}
        </button>
        {isChoosing && (
          <button type="button" class="quiet" onClick={() => void checkPoint(store, store.middle())}>
            {say("check.here")}
          </button>
        )}
      </div>
      <form class="zones-check" onSubmit={submit} noValidate>
        {input("latitude")}
        {input("longitude")}
        <button type="submit" class="quiet">
          {say("check.submit")}
        </button>
      </form>
      {isWrong && (
        <p class="mistake" id="check-mistake">
          {say("check.position")}
        </p>
      )}
      <div role="status">
        {checked !== undefined && <p class={`notice ${checked.delivers ? "good" : "warn"}`}>{checked.text}</p>}
      </div>
    </section>
  );
}
