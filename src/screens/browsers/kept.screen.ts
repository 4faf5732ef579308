/** What a device keeps of a screen's settings. A browser may keep nothing: then they last as long as the page. */

/** What was kept under a name; nothing where nothing can be read. */
export function readKeptOnDevice(name: string): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** Keeps a value under a name where the browser lets it. */
export function keepOnDevice(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is denied or full.
  }
}
