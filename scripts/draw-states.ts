/**
 * Draws the diagrams of the pages in docs/ from the tables of the state machines. A page marks the place of a diagram by
 * a pair of comments, `<!-- states: order -->` and `<!-- end of states -->`; everything between them is written again.
 */
import type { StateMachine } from "../src/kernel/state-machine.ts";
import { stateMachines } from "../test/harness/state-machines.ts";

const marked = /(<!-- states: ([a-z-]+) -->\n)[\s\S]*?(<!-- end of states -->)/g;

/** The machine as a diagram in Mermaid's language; each arrow says who makes the move, and how where that is not plain. */
export function drawMachine({ initial, transitions, terminal }: StateMachine<string, string>): string {
  const arrows = [
    ...initial.map((state) => `[*] --> ${state}`),
    ...transitions.map(({ from, to, by, how }) => {
      const actors = by.join(", ");
      return `${from} --> ${to}: ${how === undefined ? actors : `${actors} (${how})`}`;
    }),
    ...terminal.map((state) => `${state} --> [*]`),
  ];
  return ["```mermaid", "stateDiagram-v2", ...arrows.map((arrow) => `    ${arrow}`), "```", ""].join("\n");
}

/** The text of a page with its diagrams drawn anew. A mark that names no machine is a fault. */
export function drawPage(text: string): string {
  return text.replace(marked, (_all, begin: string, name: string, end: string) => {
    const listed = stateMachines[name];
    if (listed === undefined) throw new Error(`there is no state machine ${name}`);
    return `${begin}${drawMachine(listed.machine)}${end}`;
  });
}

/** The machines that a page draws. */
export function drawnIn(text: string): readonly string[] {
  return [...text.matchAll(marked)].flatMap(([, , name]) => name ?? []);
}
