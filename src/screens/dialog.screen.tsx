/** The frame of every dialog of a screen: a native modal dialog, which keeps the focus inside and ends with Escape. */
import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Notices } from "./notices.screen.tsx";
import type { ScreenStore } from "./screen-store.screen.ts";

export interface DialogProps {
  readonly store: ScreenStore;
  readonly title: ComponentChildren;
  /** A drawer lies at the end of the line and is as high as the screen. */
  readonly drawer?: boolean;
  /** Ends the dialog, where that is not the one dialog of the screen. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ store, title, drawer = false, onClose, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const isLeft = useRef(false);
  const titleId = useId();
  const close = (): void => (onClose === undefined ? store.closeDialog() : onClose());
  // Before the next key: Enter right after the letter that opens the dialog means the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      // Nothing behind an open dialog takes the focus: it is closed first, without a word to the screen, which knows.
      isLeft.current = true;
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={drawer ? "over drawer" : "over"}
      aria-labelledby={titleId}
      onClose={() => {
        if (!isLeft.current) close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="over-inside">
        <header class="over-head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="quiet square" aria-label={store.sayScreen("close")} onClick={close}>
            <span aria-hidden="true">✕</span>
          </button>
        </header>
        {store.stale.value && <p class="strip">{store.sayScreen("fail.offline")}</p>}
        {children}
        <Notices store={store} />
      </div>
    </dialog>
  );
}

/** Keys of the keyboard, each with what it does. */
export function Keys({ keys }: { readonly keys: readonly (readonly [key: string, does: string])[] }): JSX.Element {
  return (
    <dl class="keys">
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
