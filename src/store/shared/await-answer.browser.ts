/**
 * Shows an answer as soon as it is known. A page with `[data-await]` is fetched again until its answer leads elsewhere or
 * waits for something else. Without a script the page loads itself again.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";

/** Most answers come within seconds; a restaurant that approves by hand takes its time. */
const often = { everyMs: 2_000, times: 30 };
const seldomMs = 15_000;

document.addEventListener("maple:replaced", begin);
begin();

function begin(): void {
  const box = document.querySelector<HTMLElement>("[data-await]");
  if (box !== null) void watch(box, 0);
}

async function watch(box: HTMLElement, seen: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, seen < often.times ? often.everyMs : seldomMs));
  // Another page has taken its place.
  if (!box.isConnected) return;
  if (document.visibilityState === "visible" && (await isAnswered(box))) return;
  return watch(box, seen + 1);
}

/** Looks once; leads on and answers true when there is something new to see. */
async function isAnswered(box: HTMLElement): Promise<boolean> {
  try {
    const answer = await fetchWithin(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    // Busy or cut off: the next look says more.
    if (answer.status >= 500 || answer.status === 429) return false;
    const text = await answer.text();
    if (answer.redirected) {
      location.replace(answer.url);
      return true;
    }
    const next = new DOMParser().parseFromString(text, "text/html").querySelector<HTMLElement>("[data-await]");
    if (next?.dataset["await"] === box.dataset["await"]) return false;
    location.reload();
    return true;
  } catch {
    return false;
  }
}
