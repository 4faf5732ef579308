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
          {link !== undefined && <a href={link.href}>{link.text}</a>}
        </p>
      ))}
    </div>
  );
}
