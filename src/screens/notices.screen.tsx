/** Short messages over a screen, or inside its dialog, because nothing under a dialog is seen or read out. */
import type { JSX } from "preact";
import type { ScreenStore } from "./screen-store.screen.ts";

export function Notices({ store }: { readonly store: ScreenStore }): JSX.Element {
  return (
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
        </p>
      ))}
    </div>
  );
}

/** An installed screen has one window, and a window beside it may not share its sign-in. */
function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone), (display-mode: fullscreen)").matches;
}
