/** Short messages over a screen, or inside its dialog, because nothing under a dialog is seen or read out. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { closeNotice, type ScreenStore } from "./screen-store.screen.ts";

export function Notices({ store }: { readonly store: ScreenStore }): JSX.Element {
  return (
    <>
      <Sending store={store} />
      <div class="notices" role="alert">
        {store.notices.value.map(({ id, text, kind, link }) => (
          <p key={id} class={`bar ${kind}`}>
            <span>
              <bdi>{text}</bdi>
            </span>
            {link !== undefined && (
              <a href={link.href} target={link.isBeside === true && !isInstalled() ? "_blank" : undefined}>
                {link.text}
              </a>
            )}
            {kind === "failed" && (
              <button
                type="button"
                class="quiet square"
                aria-label={store.sayScreen("hide")}
                onClick={() => closeNotice(store, id)}
              >
                <span aria-hidden="true">✕</span>
              </button>
            )}
          </p>
        ))}
      </div>
    </>
  );
}

/** An answer that is quicker is not waited for in words. */
const momentMs = 400;

/** Says that something is under way, when the answer takes longer than a moment. */
function Sending({ store }: { readonly store: ScreenStore }): JSX.Element | false {
  const isBusy = store.busy.value.size > 0;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isBusy) return;
    const timer = setTimeout(() => setLong(true), momentMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    isBusy &&
    isLong && (
      <p class="sending" role="status">
        {store.sayScreen("sending")}
      </p>
    )
  );
}

/** An installed screen has one window, and a window beside it may not share its sign-in. */
function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches;
}
