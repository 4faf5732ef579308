/** The form of a zone: its terms, its area, and others' saves in between. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Draft, TypedName } from "../zone-draft.ts";
import { AreaPart } from "./area-part.screen.tsx";
import { HoursPart } from "./hours-part.screen.tsx";
import { MeetingPart } from "./meeting-part.screen.tsx";
import { removeZone, saveDraft } from "./save-zone.screen.ts";
import { startDraft, type Store } from "./zones-store.screen.ts";

interface DraftProps {
  readonly store: Store;
  readonly draft: Draft;
}

export function ZoneForm({ store, draft }: DraftProps): JSX.Element {
  const { say } = store;
  const title = useRef<HTMLHeadingElement>(null);
  const first = useRef(draft);
  const [asked, setAsked] = useState<"discard" | "remove">();
  useEffect(() => {
    // A new area is drawn on the map: the map stays in sight. One that is there is changed in the form as well.
    title.current?.focus({ preventScroll: draft.zoneId === null });
    if (draft.zoneId === null) document.querySelector(".zones-map")?.scrollIntoView({ block: "nearest" });
  }, []);
  const leave = (): void => {
    store.left.value = draft.zoneId ?? "";
    startDraft(store, undefined);
  };
  const isChanged = draft.typed !== first.current.typed || draft.past.length > 0;
  return (
    <form
      class="card zones-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saveDraft(store);
      }}
    >
      <h2 ref={title} tabIndex={-1}>
        <bdi>{draft.zoneId === null ? say("form.new") : say("form.change", { name: first.current.typed.name })}</bdi>
      </h2>
      <MeetingPart store={store} />
      <AreaPart store={store} draft={draft} />
      <Terms store={store} draft={draft} />
      <div class="row zones-acts">
        <button type="submit" aria-busy={store.isBusy.value}>
          {say("form.save")}
        </button>
        <button type="button" class="quiet" onClick={() => (isChanged ? setAsked("discard") : leave())}>
          {say("form.cancel")}
        </button>
        {draft.zoneId !== null && (
          <button type="button" class="danger" onClick={() => setAsked("remove")}>
            {say("form.remove")}
          </button>
        )}
      </div>
      {asked === "discard" && (
        <Sure
          text={say("form.discard")}
          yes={say("form.discard_yes")}
          no={say("form.discard_no")}
          onYes={leave}
          onNo={() => setAsked(undefined)}
        />
      )}
      {asked === "remove" && (
        <Sure
          text={say("form.remove_sure", { name: draft.typed.name })}
          yes={say("form.remove_yes", { name: draft.typed.name })}
          no={say("form.remove_no")}
          onYes={() => void removeZone(store, draft)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </form>
  );
}

interface SureProps {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks once more; the way back has the focus. */
function Sure({ text, yes, no, onYes, onNo }: SureProps): JSX.Element {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), [text]);
  return (
    <div class="notice warn" role="group" aria-label={text}>
      <p>
        <bdi>{text}</bdi>
      </p>
      <div class="row">
        <button type="button" class="quiet" ref={back} onClick={onNo}>
          {no}
        </button>
        <button type="button" class="danger" onClick={onYes}>
          <bdi>{yes}</bdi>
        </button>
      </div>
    </div>
  );
}

function Terms({ store, draft }: DraftProps): JSX.Element {
  const { say } = store;
  const { typed } = draft;
  const { currency } = typed;
  const isNew = draft.zoneId === null;
  const set = (change: Partial<typeof typed>): void => {
    const now = store.draft.peek();
    if (now !== undefined) store.draft.value = { ...now, typed: { ...now.typed, ...change } };
  };
  const field = (name: TypedName, label: string, more: FieldMore = {}): JSX.Element => (
    <Field
      store={store}
      name={name}
      label={label}
      value={typed[name]}
      onType={(text) => set({ [name]: text })}
      {...more}
    />
  );
  return (
    <>
      {field("name", say("form.name"), { max: 255 })}
      <label class="tick">
        <input
          type="checkbox"
          checked={typed.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />{" "}
        <span>{say("form.enabled")}</span>
      </label>
      {isNew &&
        store.shown.currency === "" &&
        field("currency", say("form.currency"), { hint: say("form.currency.hint"), max: 3 })}
      <div class="zones-pair">
        {field("fee", say("form.fee", { currency }), { hint: say("form.fee.hint"), decimal: true })}
        {field("minimum", say("form.minimum", { currency }), { hint: say("form.optional"), decimal: true })}
        {field("freeFrom", say("form.free_from", { currency }), { hint: say("form.optional"), decimal: true })}
        {field("priority", say("form.priority"), { hint: say("form.priority.hint") })}
      </div>
      <fieldset>
        <legend>{say("form.minutes")}</legend>
        <p class="hint">{say("form.optional")}</p>
        <div class="zones-pair">
          {field("minutesFrom", say("form.minutes_from"), { decimal: true })}
          {field("minutesTo", say("form.minutes_to"), { decimal: true })}
        </div>
      </fieldset>
      <HoursPart store={store} hours={typed.hours} onType={(hours) => set({ hours })} />
    </>
  );
}

interface FieldMore {
  readonly hint?: string;
  readonly max?: number;
  readonly decimal?: boolean;
}

interface FieldProps extends FieldMore {
  readonly store: Store;
  readonly name: TypedName;
  readonly label: ComponentChildren;
  readonly value: string;
  readonly onType: (text: string) => void;
}

function Field({ store, name, label, value, onType, hint, max = 20, decimal = false }: FieldProps): JSX.Element {
  const mistake = store.mistakes.value.get(name);
  const id = `zone-${name}`;
  const by = [...(hint === undefined ? [] : [`${id}-hint`]), ...(mistake === undefined ? [] : [`${id}-mistake`])];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        autocomplete="off"
        inputMode={decimal ? "decimal" : "text"}
        maxLength={max}
        value={value}
        aria-invalid={mistake !== undefined}
        aria-describedby={by.length > 0 ? by.join(" ") : undefined}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {mistake !== undefined && (
        <p class="mistake" id={`${id}-mistake`}>
          {store.say(`mistake.${mistake}`)}
        </p>
      )}
    </div>
  );
}
