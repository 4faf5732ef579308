/**
 * Chooses who acts on a shared tablet: a person taps their name and types the PIN; then the act continues by itself. What
 * was open stays open below, with what was typed there.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { callConsole } from "./calls.screen.ts";
import { Dialog } from "./dialog.screen.tsx";
import { explainOutcome } from "./explain.screen.ts";
import { personIs, type ScreenStore } from "./screen-store.screen.ts";

interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly has_pin: boolean;
}

interface PersonProps {
  readonly store: ScreenStore;
}

/** Asks while the tablet wants to know who taps. */
export function PersonAsked({ store }: PersonProps): JSX.Element | false {
  return store.asking.value !== undefined && <PersonDialog store={store} />;
}

function PersonDialog({ store }: PersonProps): JSX.Element {
  const { sayScreen: say } = store;
  const [people, setPeople] = useState<readonly Colleague[]>();
  const [chosen, setChosen] = useState<Colleague>();
  const load = async (): Promise<void> => {
    const answer = await callConsole("GET", "/device/people");
    if (answer.ok) setPeople((answer.body as { readonly data: readonly Colleague[] }).data);
    else void explainOutcome(store, answer);
  };
  useEffect(() => void load(), []);
  if (chosen !== undefined) return <PinDialog key={chosen.id} store={store} person={chosen} />;
  return (
    <Dialog store={store} title={say("person.title")} onClose={() => store.asking.peek()?.(false)}>
      {people?.length === 0 && <p>{say("person.none")}</p>}
      <ul class="choices-grid">
        {people?.map((person) => (
          <li key={person.id}>
            <button type="button" class="big quiet" disabled={!person.has_pin} onClick={() => setChosen(person)}>
              <b>
                <bdi>{person.name}</bdi>
              </b>
              {!person.has_pin && <span>{say("person.no_pin")}</span>}
            </button>
          </li>
        ))}
      </ul>
      {people?.some(({ has_pin: hasPin }) => !hasPin) === true && (
        <p>{say("person.set_pin", { address: `${location.host}/me` })}</p>
      )}
    </Dialog>
  );
}

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

function PinDialog({ store, person }: PersonProps & { readonly person: Colleague }): JSX.Element {
  const { sayScreen: say } = store;
  const [pin, setPin] = useState("");
  const [mistake, setMistake] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const send = async (): Promise<void> => {
    // The button is disabled until there is a whole PIN again, and would take the focus with it.
    const isTyping = document.activeElement?.matches(".pin > *") === true;
    const answer = await callConsole("POST", "/sign_in/pin", { person_id: person.id, pin });
    if (answer.ok) {
      personIs(store, person.name);
      return store.asking.peek()?.(true);
    }
    setPin("");
    if (isTyping) field.current?.focus();
    if (answer.why === "refused" && answer.code === "sign_in_failed") setMistake(say("person.wrong"));
    else if (answer.why === "refused" && answer.code === "pin_locked") setMistake(say("person.locked"));
    else void explainOutcome(store, answer);
  };
  const isWhole = /^\d{4,6}$/.test(pin);
  return (
    <Dialog
      store={store}
      title={<bdi>{say("person.pin", { name: person.name })}</bdi>}
      onClose={() => store.asking.peek()?.(false)}
    >
      <form
        class="pin"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) void send();
        }}
      >
        <input
          ref={field}
          type="password"
          inputMode="numeric"
          autocomplete="off"
          autofocus
          maxLength={6}
          aria-label={say("person.pin", { name: person.name })}
          aria-invalid={mistake !== ""}
          value={pin}
          onInput={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, "").slice(0, 6))}
        />
        <p class="mistake" role="alert">
          {mistake}
        </p>
        <div class="pin-keys">
          {digits.map((digit) => (
            <button key={digit} type="button" class="quiet" onClick={() => setPin(`${pin}${digit}`.slice(0, 6))}>
              {digit}
            </button>
          ))}
          <button
            type="button"
            class="quiet"
            aria-label={say("person.delete")}
            onClick={() => setPin(pin.slice(0, -1))}
          >
            <span aria-hidden="true">⌫</span>
          </button>
        </div>
        <button type="submit" class="go" disabled={!isWhole || store.stale.value}>
          {say("person.submit")}
        </button>
      </form>
    </Dialog>
  );
}
