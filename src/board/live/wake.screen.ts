/** Keeps the screen from going dark: the browser gives the lock up whenever the page is hidden, so it is taken again. */
import type { Store } from "./store.screen.ts";

/** Takes the wake lock now and each time that the page is shown; the first call has to come from a tap. */
export async function stayAwake(store: Store): Promise<void> {
  await takeLock(store);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void takeLock(store);
  });
}

async function takeLock(store: Store): Promise<void> {
  try {
    const lock = await navigator.wakeLock.request("screen");
    store.awake.value = "on";
    lock.addEventListener("release", () => {
      if (document.visibilityState === "visible") void takeLock(store);
    });
  } catch {
    store.awake.value = "refused";
  }
}
