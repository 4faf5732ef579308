/**
 * What the oldest browsers (`oldest-browsers.ts`) lack and the screens use. Every screen imports this file first. A
 * browser that has a part keeps its own.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- each part says what its own `this` is
type Part = (this: any, ...given: any[]) => unknown;

add(Array.prototype, {
  findLast(this: readonly unknown[], test: (value: unknown, index: number, all: readonly unknown[]) => unknown) {
    for (let index = this.length - 1; index >= 0; index -= 1) if (test(this[index], index, this)) return this[index];
    return undefined;
  },
  toReversed(this: readonly unknown[]) {
    const copy = Array.from(this);
    copy.reverse();
    return copy;
  },
  toSorted(this: readonly unknown[], compare?: (one: unknown, other: unknown) => number) {
    const copy = Array.from(this);
    copy.sort(compare);
    return copy;
  },
  toSpliced(this: readonly unknown[], ...change: [start: number, deleteCount: number, ...items: unknown[]]) {
    const copy = Array.from(this);
    copy.splice(...change);
    return copy;
  },
  with(this: readonly unknown[], index: number, value: unknown) {
    const at = index < 0 ? this.length + index : index;
    if (!(at in this)) throw new RangeError(`there is no index ${index}`);
    return Array.from(this, (old, position) => (position === at ? value : old));
  },
});

add(Map, {
  groupBy(items: Iterable<unknown>, keyOf: (item: unknown, index: number) => unknown) {
    const groups = new Map<unknown, unknown[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index++);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    return groups;
  },
});

add(AbortSignal, {
  timeout(ms: number) {
    const ends = new AbortController();
    setTimeout(() => ends.abort(new DOMException("The time is over.", "TimeoutError")), ms);
    return ends.signal;
  },
});

add(HTMLFormElement.prototype, {
  requestSubmit(this: HTMLFormElement) {
    const button = document.createElement("button");
    button.hidden = true;
    this.append(button);
    button.click();
    button.remove();
  },
});

/** Not enumerable, as the browser's own. */
function add(to: object, parts: Readonly<Record<string, Part>>): void {
  for (const [name, value] of Object.entries(parts))
    if (!(name in to)) Object.defineProperty(to, name, { value, writable: true, configurable: true });
}
