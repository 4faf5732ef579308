/** The keys of the stand and their acts. Pure. */
import type { Arrow } from "./plan-layout.ts";

export const standKeys = {
  "/": "find",
  d: "day",
  n: "walk_in",
  w: "queue",
  b: "booking",
  s: "seat",
  m: "move",
  u: "undo",
  "?": "help",
  Enter: "open",
} as const;
export type KeyAct = (typeof standKeys)[keyof typeof standKeys];

export type KeyMeaning = { readonly kind: "act"; readonly act: KeyAct } | { readonly kind: "go"; readonly to: Arrow };

const arrows: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] satisfies Arrow[];

/** What a key means outside of fields and dialogs; undefined when nothing. */
export function meaningOf(key: string): KeyMeaning | undefined {
  if (isStandKey(key)) return { kind: "act", act: standKeys[key] };
  return isArrow(key) ? { kind: "go", to: key } : undefined;
}

function isStandKey(key: string): key is keyof typeof standKeys {
  return Object.hasOwn(standKeys, key);
}

function isArrow(key: string): key is Arrow {
  return arrows.includes(key);
}
