/** The parts that several dialogs of the stand share. */
import type { ComponentChildren, JSX } from "preact";
import type { Store } from "../live/store.screen.ts";

interface ActProps {
  readonly store: Store;
  readonly text: string;
  readonly onClick: () => void;
  readonly look?: "go" | "quiet" | "danger" | "danger-quiet";
  readonly off?: boolean;
  readonly autofocus?: boolean;
}

/** A button that acts: off while the connection is lost. */
export function ActButton({
  store,
  text,
  onClick,
  look = "quiet",
  off = false,
  autofocus = false,
}: ActProps): JSX.Element {
  return (
    <button type="button" class={look} disabled={store.stale.value || off} autofocus={autofocus} onClick={onClick}>
      <bdi>{text}</bdi>
    </button>
  );
}

interface SizeProps {
  readonly store: Store;
  readonly size: number;
  readonly onSize: (size: number) => void;
}

const quickSizes = [1, 2, 3, 4, 5, 6, 7, 8];

/** How many guests: one tap for the usual sizes, a step at a time for the others. */
export function SizeChoice({ store, size, onSize }: SizeProps): JSX.Element {
  const { say } = store;
  const most = Math.max(1, store.stand.value.settings.mostGuests);
  const to = (next: number) => () => onSize(Math.min(most, Math.max(1, next)));
  return (
    <fieldset class="sizes">
      <legend>{say("size.title")}</legend>
      <div class="size-grid">
        {quickSizes
          .filter((each) => each <= most)
          .map((each) => (
            <button
              key={each}
              type="button"
              class="quiet"
              aria-pressed={each === size}
              aria-label={say("card.guests", { count: each })}
              autofocus={each === size}
              onClick={to(each)}
            >
              {each}
            </button>
          ))}
      </div>
      <div class="stepper">
        <output aria-live="polite">{say("card.guests", { count: size })}</output>
        <button type="button" class="quiet square" aria-label={say("size.fewer")} onClick={to(size - 1)}>
          <span aria-hidden="true">−</span>
        </button>
        <button type="button" class="quiet square" aria-label={say("size.more")} onClick={to(size + 1)}>
          <span aria-hidden="true">+</span>
        </button>
      </div>
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly most: number;
  readonly onText: (text: string) => void;
  /** Whether the dialog begins in this field. */
  readonly autofocus?: boolean;
}

/** A line of text. */
export function Field({ label, name, value, most, onText, autofocus = false }: FieldProps): JSX.Element {
  return (
    <p class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        type="text"
        inputMode={name === "phone" ? "tel" : "text"}
        autocomplete="off"
        autofocus={autofocus}
        maxLength={most}
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </p>
  );
}

/** Several lines of text. */
export function LongField({ label, name, value, most, onText }: FieldProps): JSX.Element {
  return (
    <p class="field">
      <label for={name}>{label}</label>
      <textarea
        id={name}
        rows={3}
        maxLength={most}
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </p>
  );
}

export function Facts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="facts">{children}</p>;
}

/** The parts of a name that the server wants: the last word is the last name. */
export function guestOf(name: string, phone: string): object {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  const first = (last === undefined ? words : words.slice(0, -1)).join(" ");
  return {
    ...(first === "" ? {} : { first_name: first }),
    ...(last === undefined ? {} : { last_name: last }),
    ...(phone.trim() === "" ? {} : { phone: phone.trim() }),
  };
}

interface DateProps {
  readonly label: string;
  readonly value: string;
  readonly onDate: (date: string) => void;
}

/** A day, "2026-11-22". */
export function DateField({ label, value, onDate }: DateProps): JSX.Element {
  return (
    <p class="field">
      <label for="date">{label}</label>
      <input id="date" type="date" value={value} onInput={(event) => onDate(event.currentTarget.value)} />
    </p>
  );
}
