/**
 * Keeps a page current without reload. When the server-sent events tell of a change, `<section id="…"
 * data-live="/address/of/events">` is replaced by the same section of the page as it is now. The server renders both, so
 * both come from one code. The text of `[data-say]` of the new section is announced once, politely; the focus stays. A
 * connection that falls silent is made again, and what changed meanwhile is read. A page that could not be read is asked
 * for again until it comes: no other news may follow. A page that is not there any more (404, 410: what it was about was
 * deleted) is shown as it is now, and nothing is asked for again.
 */
import { fetchWithin } from "./fetch-within.browser.ts";
import { replaceSection } from "./replace-section.browser.ts";

const retryMs = 5_000;
/** The service says something every 15 seconds: a connection that says nothing for so long stands still, and would for ever. */
const silentMs = 45_000;

for (const section of document.querySelectorAll<HTMLElement>("[data-live]"))
  follow(section.id, section.dataset["live"] ?? "");

function follow(id: string, address: string): void {
  const voice = addVoice();
  let said = saidIn(document.getElementById(id));
  let loading = false;
  let stale = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let events: EventSource | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const leave = (): void => {
    clearTimeout(silence);
    events?.close();
  };
  const refresh = async (): Promise<void> => {
    clearTimeout(again);
    if (isGone(id)) return leave();
    stale = true;
    if (loading) return;
    loading = true;
    try {
      while (stale && !isGone(id)) {
        // Several pieces of news at once are one new page.
        await new Promise((resolve) => setTimeout(resolve, 50));
        stale = false;
        said = await replace(id, voice, said);
      }
    } catch {
      again = setTimeout(() => void refresh(), retryMs);
    } finally {
      loading = false;
      // A connection that the browser is about to make again would ask once more.
      if (isGone(id)) leave();
    }
  };
  const hear = (): void => {
    clearTimeout(silence);
    silence = setTimeout(connect, silentMs);
  };
  const connect = (): void => {
    leave();
    if (isOver(id)) return;
    events = new EventSource(address);
    hear();
    let connected = false;
    events.addEventListener("heartbeat", hear);
    events.addEventListener("message", () => {
      hear();
      void refresh();
    });
    events.addEventListener("open", () => {
      hear();
      // What changed while nobody listened.
      if (connected || document.visibilityState === "visible") void refresh();
      connected = true;
    });
    events.addEventListener("error", () => {
      if (events?.readyState !== EventSource.CLOSED) return;
      clearTimeout(silence);
      if (!isOver(id)) setTimeout(() => void connectAgain(), retryMs);
    });
  };
  /** Events that were refused may be of a page that is not there any more: that is read first. */
  const connectAgain = async (): Promise<void> => {
    await refresh();
    connect();
  };
  connect();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void refresh();
  });
  // A connection from before the gap may stand still for a while, and nobody would notice.
  window.addEventListener("online", connect);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => event.persisted && connect());
}

/** The page is not there any more, and its section was taken away. */
function isGone(id: string): boolean {
  return document.getElementById(id) === null;
}

/** A section without `data-live` will not change any more. */
function isOver(id: string): boolean {
  return document.getElementById(id)?.dataset["live"] === undefined;
}

/** Answers what the section says now. */
async function replace(id: string, voice: HTMLElement, said: string): Promise<string> {
  const answer = await fetchWithin(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
  if (answer.status === 404 || answer.status === 410) {
    showGone(await answer.text());
    return said;
  }
  if (answer.status === 429 || answer.status >= 500) throw new Error(`the page was answered ${answer.status}`);
  if (!answer.ok) return said;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const shown = document.getElementById(id);
  if (shown === null) return said;
  // The browser may have translated what is shown: then what the service wrote last is compared.
  const before = shown.querySelector("font") === null ? saidIn(shown) : said;
  const next = replaceSection(id, fresh);
  if (next === undefined) return said;
  const says = saidIn(next);
  if (says !== before) voice.textContent = says;
  next.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
  return says;
}

function saidIn(section: HTMLElement | null): string {
  return section?.querySelector("[data-say]")?.textContent ?? "";
}

/** Says in place of the page that there is nothing at its address any more. */
function showGone(text: string): void {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const [shown, next] = [document.querySelector("main"), fresh.querySelector("main")];
  if (shown === null || next === null) return;
  shown.replaceWith(document.adoptNode(next));
  document.title = fresh.title;
  next.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function addVoice(): HTMLElement {
  const voice = document.createElement("p");
  voice.className = "unseen";
  voice.setAttribute("role", "status");
  document.body.append(voice);
  return voice;
}
