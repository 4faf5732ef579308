/** Whether a table is called by its name alone. Pure. */

/** "yes" for "Table 5", "T5" and "Window", which need no "table" before them; "no" for "5" and "5 + 6". */
export function isNamed(tables: string): "yes" | "no" {
  return /\p{L}/u.test(tables) ? "yes" : "no";
}
