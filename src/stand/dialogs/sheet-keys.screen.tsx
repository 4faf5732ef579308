/** Keys within a sheet that asks how many and who: digits are the size, letters are the name, Enter does the next step. */
import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import type { Store } from "../live/store.screen.ts";

interface SheetFormProps {
  readonly store: Store;
  readonly onSize: (size: number) => void;
  /** What the button at the end does. */
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

/** The form of a sheet with a size and the field `name`. */
export function SheetForm({ store, onSize, onSubmit, children }: SheetFormProps): JSX.Element {
  return (
    <form
      class="sheet-form"
      onKeyDown={(event) => typeInto(store, event, onSize)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

function typeInto(store: Store, event: TargetedKeyboardEvent<HTMLFormElement>, onSize: (size: number) => void): void {
  const { key, target, currentTarget: form } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLButtonElement)) return;
  // Enter on the size that is chosen already means: go on. Another button keeps its Enter.
  if (key === "Enter" && target.closest(".size-grid") !== null && target.ariaPressed === "true") {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!store.kept.peek().keys) return;
  if (/^[1-9]$/.test(key)) {
    event.preventDefault();
    if (Number(key) > store.stand.peek().settings.mostGuests) return;
    onSize(Number(key));
    form.querySelectorAll<HTMLElement>(".size-grid button")[Number(key) - 1]?.focus();
    // The letter itself is typed into the field, as the field has the focus by then.
  } else if (/^\p{L}$/u.test(key)) form.querySelector<HTMLElement>("#name")?.focus();
}
