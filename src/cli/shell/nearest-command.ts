/**
 * The command that somebody probably meant: the nearest by letters, when at most two of them differ (rules/packages 2.3).
 * Pure.
 */

const mostSteps = 2;

/** The name that ends with the word that was typed, else the nearest of the names, or undefined when none is near. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const [ending, other] = names.filter((name) => name.endsWith(`_${typed}`) || name.endsWith(`.${typed}`));
  if (ending !== undefined && other === undefined) return ending;
  // In a short word two letters are most of the word.
  const most = Math.min(mostSteps, Math.floor((typed.length - 1) / 2));
  let nearest: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const steps = stepsBetween(typed, name, least);
    if (steps >= least) continue;
    least = steps;
    nearest = name;
  }
  return nearest;
}

/** The nearest command to the first words of a line: of two words, of one, or the first word alone. */
export function nearestCommand(line: readonly string[], names: readonly string[]): string | undefined {
  const [first = "", second] = line;
  const firsts = [...new Set(names.map((name) => name.split(" ")[0] ?? name))];
  const whole = second === undefined || second.startsWith("-") ? undefined : nearestName(`${first} ${second}`, names);
  return whole ?? nearestName(first, [...names.filter((name) => !name.includes(" ")), ...firsts]);
}

/** Letters to add, leave out, replace, or swap with their neighbour; `enough` when there are as many or more. */
function stepsBetween(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let steps = Math.min((row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      }
      next.push(steps);
    }
    before = row;
    row = next;
  }
  return Math.min(enough, row[b.length] ?? enough);
}
