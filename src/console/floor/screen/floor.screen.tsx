/** The start of the plan's editor in the browser: reads the server's data, draws, and warns before unsaved work is left. */
import "../../../screens/browsers/older-browsers.screen.ts";
import { render } from "preact";
import type { PartStart } from "../../../screens/shell.ts";
import type { FloorShown } from "../floor-start.ts";
import { App } from "./app.screen.tsx";
import { listenToKeys } from "./keys.screen.ts";
import { createStore } from "./store.screen.ts";

const root = document.getElementById("screen");
const start = JSON.parse(document.getElementById("start")?.textContent ?? "") as PartStart<FloorShown>;

if (root !== null) {
  const store = createStore(start);
  render(<App store={store} />, root);
  listenToKeys(store);
  window.addEventListener("beforeunload", (event) => {
    if (store.isChanged.peek()) event.preventDefault();
  });
}
