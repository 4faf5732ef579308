/**
 * Improves plain forms in the browser. A form is sent once, and after a mistake the page begins at the mistake. A form
 * `data-in-place` is sent without leaving the page: the browser follows an answer that leads on; an answer with mistakes
 * replaces the shown form. The browser's history then has no answer to a form, which browsers do not show again. Back
 * therefore works after a mistake, and no address has the typed text. Where no answer comes, the page stays with what was
 * typed, and says so: the browser's own page of a broken connection would lose it. So would the page of a service that is
 * too busy, and the answer of a proxy that stands before the service.
 */
import { fetchWithin } from "./fetch-within.browser.ts";

const uploadMs = 300_000;

// On the document, so that forms that are put into the page later are kind too.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
  if (form.dataset["sent"] === "yes") return event.preventDefault();
  form.dataset["sent"] = "yes";
  if (event.submitter instanceof HTMLButtonElement) event.submitter.setAttribute("aria-busy", "true");
  if (form.dataset["inPlace"] === undefined) return;
  event.preventDefault();
  form.querySelector("[data-no-answer]")?.remove();
  void sendWithoutReload(form, event.submitter);
});

// A page that comes back from the browser's memory may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form")) {
    delete form.dataset["sent"];
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-busy");
  }
});

toMistake();

/** Whether there is a mistake, which has the focus then. */
function toMistake(): boolean {
  const mistake =
    document.querySelector<HTMLElement>("[data-focus]") ?? document.querySelector<HTMLElement>("[aria-invalid=true]");
  mistake?.focus();
  return mistake !== null;
}

/** Sends the form, with the button that was pressed; it can be sent again when nothing comes back. */
async function sendWithoutReload(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const [body, withinMs] = bodyOf(form, button);
  try {
    const answer = await fetchWithin(form.action, { method: "POST", body, headers: { accept: "text/html" } }, withinMs);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (isFault(answer, fresh)) return sayNotTaken(form, button, "busy");
    if (answer.redirected || !replaceMain(fresh)) location.assign(answer.url);
  } catch {
    sayNotTaken(form, button, "unanswered");
  }
}

/** Nobody took the form; a page that says what to do instead of it is an answer. */
function isFault({ status }: Response, fresh: Document): boolean {
  return (status === 429 || status >= 500) && fresh.querySelector("main [data-instead]") === null;
}

/** What the browser would send, and how long an answer may take: files are long on their way. */
function bodyOf(
  form: HTMLFormElement,
  button: HTMLElement | null,
): [body: FormData | URLSearchParams, withinMs?: number] {
  const fields = new FormData(form);
  // Safari before 16.4 takes no button beside the form.
  if (button instanceof HTMLButtonElement && button.name !== "") fields.append(button.name, button.value);
  if (form.enctype === "multipart/form-data") return [fields, uploadMs];
  const body = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
  return [body];
}

/** The form can be sent again. The notice stands beside the button, whose focus stays. */
function sayNotTaken(form: HTMLFormElement, button: HTMLElement | null, why: "unanswered" | "busy"): void {
  delete form.dataset["sent"];
  for (const each of form.querySelectorAll("button")) each.removeAttribute("aria-busy");
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.setAttribute("role", "alert");
  notice.dataset["noAnswer"] = "";
  notice.textContent = document.querySelector<HTMLElement>("main")?.dataset[why] ?? "";
  const row = button?.closest<HTMLElement>(".row") ?? button;
  if (row === null || !form.contains(row)) form.append(notice);
  else row.before(notice);
}

function replaceMain(fresh: Document): boolean {
  const [shown, next] = [document.querySelector("main"), fresh.querySelector("main")];
  if (shown === null || next === null) return false;
  shown.replaceWith(document.adoptNode(next));
  document.title = fresh.title;
  for (const { src } of fresh.querySelectorAll<HTMLScriptElement>("script[src]"))
    loadOnce(new URL(src, location.href).href);
  window.scrollTo(0, 0);
  // What had the focus is gone: the next key begins in what came, and not at the top of the page.
  if (!toMistake()) document.querySelector("main")?.focus({ preventScroll: true });
  // Modules that look at the page when it loads look again.
  document.dispatchEvent(new Event("maple:replaced"));
  return true;
}

/** The new content may need a module that this page has not loaded. */
function loadOnce(address: string): void {
  if ([...document.scripts].some(({ src }) => src === address)) return;
  const script = document.createElement("script");
  script.type = "module";
  script.src = address;
  document.head.append(script);
}
