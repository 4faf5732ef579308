/** Address and details that the diner asked this browser to keep. They leave the browser only with the form. */
const key = "maple.address";
const names = ["address", "unit", "directions"] as const;

type Kept = Readonly<Partial<Record<(typeof names)[number], string>>> & { readonly notes?: readonly string[] };

const field = (name: string): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"]:not([type="hidden"])`);
const tick = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('input[name="keep"]');

/** After each change: keeps what is written while the tick is set, and forgets when the tick is taken away. */
export function keepDetails(): void {
  const isKept = tick()?.checked;
  if (isKept === undefined) return;
  if (!isKept) return write(undefined);
  const before = read();
  const chosen = document.querySelector(".delivery-to bdi")?.textContent ?? "";
  const notes = [...document.querySelectorAll<HTMLInputElement>('input[name="note"]:checked')].map(
    ({ value }) => value,
  );
  const written = Object.fromEntries(names.map((name) => [name, field(name)?.value ?? before[name] ?? ""]));
  write({ ...written, ...(chosen === "" ? {} : { address: chosen }), notes });
}

/** Fills in what was kept, where nothing is written yet. */
export function showKeptDetails(): void {
  const kept = read();
  if (Object.keys(kept).length === 0) return;
  for (const name of names) {
    const input = field(name);
    if (input !== null && input.value === "") input.value = kept[name] ?? "";
  }
  const ticked = tick();
  if (ticked === null) return;
  ticked.checked = true;
  for (const note of document.querySelectorAll<HTMLInputElement>('input[name="note"]'))
    if (kept.notes?.includes(note.value) === true) note.checked = true;
}

function write(kept: Kept | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing.
  }
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
