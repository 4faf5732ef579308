/** The start of the page of delivery zones in the browser: reads the server's data, and draws map and zones. */
import "../../../screens/browsers/older-browsers.screen.ts";
import { render, type JSX } from "preact";
import { PartRelease } from "../../../screens/release-bar.screen.tsx";
import type { PartStart } from "../../../screens/shell.ts";
import type { ZonesShown } from "../zones-shown.ts";
import { MapView } from "./map-view.screen.tsx";
import { ZoneForm } from "./zone-form.screen.tsx";
import { ZoneList } from "./zone-list.screen.tsx";
import { createStore, type Store } from "./zones-store.screen.ts";

const root = document.getElementById("screen");
const start = JSON.parse(document.getElementById("start")?.textContent ?? "") as PartStart<ZonesShown>;

function Zones({ store }: { readonly store: Store }): JSX.Element {
  const draft = store.draft.value;
  const news = store.news.value;
  return (
    <div class="zones">
      <div class="zones-news">
        <div role="status">
          {news !== undefined && (
            <p class={`notice ${news.kind}`}>
              <bdi>{news.text}</bdi> {news.link !== undefined && <a href={news.link.href}>{news.link.text}</a>}
            </p>
          )}
        </div>
        <PartRelease release={store.release} sayScreen={store.sayScreen} isCalm={draft === undefined} />
      </div>
      <MapView store={store} />
      <div class="zones-side">
        {draft === undefined ? (
          <ZoneList store={store} />
        ) : (
          <ZoneForm key={draft.zoneId ?? ""} store={store} draft={draft} />
        )}
      </div>
    </div>
  );
}

if (root !== null) {
  const store = createStore(start);
  root.replaceChildren();
  render(<Zones store={store} />, root);
  addEventListener("beforeunload", (event) => {
    const draft = store.draft.peek();
    if (draft !== undefined && (draft.past.length > 0 || draft.zoneId === null)) event.preventDefault();
  });
}
