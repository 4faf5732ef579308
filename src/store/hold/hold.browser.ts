/**
 * Counts down the time of a held table. The page shows every second; screen readers hear it twice: a minute before the
 * end, and at the end, when the form may still be sent. A telephone that sleeps stops the clocks of its pages: when the
 * page is seen again, the service is asked how much time is left.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { say } from "../shared/say.browser.ts";

document.addEventListener("maple:replaced", begin);
begin();

function begin(): void {
  const box = document.querySelector<HTMLElement>("[data-seconds]");
  if (box !== null) countDown(box);
}

function countDown(box: HTMLElement): void {
  const left = box.querySelector<HTMLElement>("[data-left]");
  const spoken = box.querySelector<HTMLElement>("[data-spoken]");
  let endsAt = performance.now() + Number(box.dataset["seconds"]) * 1000;
  let shownLeft = "";
  let saidLast = Number(box.dataset["seconds"]) <= 60;
  const stop = (): void => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
  const tick = (): void => {
    // Another has taken its place on the page.
    if (!box.isConnected) return stop();
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    const text = say("left", { minutes: Math.ceil(seconds / 60) });
    // A browser that translates the page would begin anew each second.
    if (left !== null && text !== shownLeft) left.textContent = text;
    shownLeft = text;
    box.classList.toggle("warn", seconds <= 60);
    if (seconds <= 60 && !saidLast && spoken !== null) {
      saidLast = true;
      spoken.textContent = say("last_minute");
    }
    if (seconds > 0) return;
    stop();
    const over = box.dataset["over"] ?? "";
    const shown = box.querySelector("p");
    if (shown !== null) shown.textContent = over;
    if (spoken !== null) spoken.textContent = over;
  };
  const look = (): void => {
    if (document.visibilityState !== "visible") return;
    void readSeconds().then((seconds) => {
      if (seconds === undefined || !box.isConnected) return;
      endsAt = performance.now() + seconds * 1000;
      tick();
    });
  };
  const timer = setInterval(tick, 1000);
  document.addEventListener("visibilitychange", look);
  tick();
}

/** The seconds that are left by the service's clock, none when the hold is over; undefined when it does not say. */
async function readSeconds(): Promise<number | undefined> {
  try {
    const answer = await fetchWithin(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    if (!answer.ok || answer.redirected) return undefined;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return Number(page.querySelector<HTMLElement>("[data-seconds]")?.dataset["seconds"] ?? 0);
  } catch {
    return undefined;
  }
}
