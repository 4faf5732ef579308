/**
 * Keeps what was typed into a form that led to the sign-in, because the session had ended or was not fresh, or that got no
 * answer, and fills the form in again once the same person is back, in this tab. Passwords, PINs, codes and files are never
 * kept.
 */

interface Typed {
  readonly person: string;
  /** Where the form stood. */
  readonly page: string;
  readonly action: string;
  /** Of several forms with this action. */
  readonly index: number;
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** The form led to the sign-in. */
  readonly isLed?: true;
  /** The page of the form was asked for. */
  readonly isSought?: true;
}

const keptName = "maple.typed";
/** Names of fields that are never kept. */
const secret = /(?:^|[ ._-])(?:password|passcode|code|pin|secret|token|cc)(?:[ ._-]|$)/;

const marker = document.querySelector<HTMLElement>("[data-typed-back]");
const kept = read();
if (kept !== undefined) comeBack(kept);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (marker === null || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (form.getAttribute("action") === "/sign-out") return forget();
  const [action, page] = [actionOf(form), location.pathname + location.search];
  const index = formsTo(action).indexOf(form);
  write({ person: marker.dataset["typedBack"] ?? "", page, action, index, fields: fieldsOf(form) });
});

// An answer in place: what was typed has had its answer.
document.addEventListener("maple:replaced", forget);

function comeBack(typed: Typed): void {
  if (marker === null) {
    if (location.pathname === "/sign-in") write({ ...typed, isLed: true });
    return;
  }
  const isOwn = typed.person === marker.dataset["typedBack"];
  const isThere = typed.page === location.pathname + location.search;
  // An answer would have been a page, and that page would have forgotten what was typed.
  const isUnanswered = typed.isLed !== true && isThere && isBack();
  if (isUnanswered) marker.textContent = marker.dataset["unanswered"] ?? "";
  if (!isOwn || (typed.isLed !== true && !isUnanswered)) return forget();
  if (!isThere && typed.isSought !== true) {
    write({ ...typed, isSought: true });
    return location.replace(typed.page);
  }
  forget();
  const form = formsTo(typed.action)[typed.index];
  if (form !== undefined) fill(form, typed, marker);
}

/** Whether the reader came here by Back or Forward. */
function isBack(): boolean {
  const [came] = performance.getEntriesByType("navigation");
  return came instanceof PerformanceNavigationTiming && came.type === "back_forward";
}

function actionOf(form: HTMLFormElement): string {
  return new URL(form.getAttribute("action") ?? "", location.href).pathname;
}

function formsTo(action: string): HTMLFormElement[] {
  return [...document.forms].filter((form) => form.method === "post" && actionOf(form) === action);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a form has without its secrets. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((one): one is Control => isControl(one) && one.name !== "" && !isSecret(one));
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function isSecret(control: Control): boolean {
  const isHidden = control.type === "password" || control.type === "file";
  return isHidden || secret.test(`${control.autocomplete} ${control.name}`);
}

function isChosen(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

function fieldsOf(form: HTMLFormElement): Typed["fields"] {
  return controlsOf(form).flatMap((control) =>
    isChosen(control) && !control.checked ? [] : [[control.name, control.value] as const],
  );
}

function fill(form: HTMLFormElement, { fields }: Typed, notice: HTMLElement): void {
  const left = [...fields];
  for (const control of controlsOf(form)) {
    if (isChosen(control)) {
      control.checked = fields.some(([name, text]) => name === control.name && text === control.value);
      continue;
    }
    const at = left.findIndex(([name]) => name === control.name);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found !== undefined) control.value = found[1];
  }
  for (let up = form.parentElement; up !== null; up = up.parentElement)
    if (up instanceof HTMLDetailsElement) up.open = true;
  form.before(notice);
  notice.hidden = false;
  notice.focus();
}

/** The storage of this tab; a browser may refuse it, and then nothing is kept. */
function read(): Typed | undefined {
  try {
    const text = sessionStorage.getItem(keptName);
    return text === null ? undefined : (JSON.parse(text) as Typed);
  } catch {
    return undefined;
  }
}

function write(typed: Typed): void {
  try {
    sessionStorage.setItem(keptName, JSON.stringify(typed));
  } catch {
    forget();
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(keptName);
  } catch {
    // Then nothing was kept.
  }
}
