/** Values in the syntax of a programming language. A recorded value that a reader cannot have is named or computed. Pure. */

export type LiteralStyle = "json" | "typescript" | "python";

/** Fields whose recorded value belongs to the recording: the reader's location, and a time that has to be in the future. */
const live: Readonly<Record<string, Readonly<Record<LiteralStyle, string>>>> = {
  location_id: { json: '"$LOCATION"', typescript: "LOCATION", python: "LOCATION" },
  estimated_ready_at: {
    json: "$(($(date +%s) + 900))",
    typescript: "Math.floor(Date.now() / 1000) + 900",
    python: "int(time.time()) + 900",
  },
};

/** How far what is inside stands to the right. */
const steps: Readonly<Record<LiteralStyle, string>> = { json: "  ", typescript: "  ", python: "    " };

/** What a shell puts into a text in JSON. */
export const shellParts: readonly string[] = Object.values(live).map(({ json }) => json);

/** The value in several lines where it has parts; `indent` is that of its last line. */
export function literal(value: unknown, style: LiteralStyle, indent = "", name = ""): string {
  const own = value === null ? undefined : live[name]?.[style];
  if (own !== undefined) return own;
  const inner = indent + steps[style];
  if (Array.isArray(value)) {
    const parts = value.map((each) => literal(each, style, inner));
    return list(parts, ["[", "]"], indent, inner);
  }
  if (typeof value === "object" && value !== null) {
    const lines = Object.entries(value).map(
      ([key, each]) => `${keyOf(key, style)}: ${literal(each, style, inner, key)}`,
    );
    return list(lines, style === "python" ? ["{", "}"] : ["{ ", " }"], indent, inner);
  }
  if (style === "python" && value === null) return "None";
  if (style === "python" && typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

function keyOf(key: string, style: LiteralStyle): string {
  return style === "typescript" && /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
}

/** On one line when it is short. */
function list(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  indent: string,
  inner: string,
): string {
  if (parts.length === 0) return `${open.trim()}${close.trim()}`;
  const inLine = `${open}${parts.join(", ")}${close}`;
  if (inLine.length + indent.length <= 64 && !inLine.includes("\n")) return inLine;
  return `${open.trim()}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close.trim()}`;
}
