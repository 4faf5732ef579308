/** The rules about the table of every state machine. Each rule answers sentences that say what is wrong. */
import type { StateMachine } from "../../src/kernel/state-machine.ts";

export type Machine = StateMachine<string, string>;

/** What is wrong with a table; nothing for a sound one. */
export function complaintsAbout(machine: Machine): readonly string[] {
  return [...namesAreKnown(machine), ...movesAreSound(machine), ...endsAreEnds(machine), ...allIsReached(machine)];
}

function namesAreKnown({ states, initial, terminal, transitions }: Machine): string[] {
  const used = [...initial, ...terminal, ...transitions.flatMap(({ from, to }) => [from, to])];
  return [
    ...(new Set(states).size === states.length ? [] : ["a state is listed twice"]),
    ...(initial.length > 0 ? [] : ["nothing can begin"]),
    ...used.filter((state) => !states.includes(state)).map((state) => `${state} is no state`),
  ];
}

function movesAreSound({ transitions }: Machine): string[] {
  const names = transitions.map(({ from, to }) => `${from} to ${to}`);
  return [
    ...transitions.filter(({ from, to }) => from === to).map(({ from }) => `${from} moves to itself`),
    ...transitions.filter(({ by }) => by.length === 0).map(({ from, to }) => `nobody moves ${from} to ${to}`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is listed twice`),
  ];
}

function endsAreEnds({ states, terminal, transitions }: Machine): string[] {
  const left = new Set(transitions.map(({ from }) => from));
  return [
    ...terminal.filter((state) => left.has(state)).map((state) => `${state} is terminal and is left`),
    ...states
      .filter((state) => !terminal.includes(state) && !left.has(state))
      .map((state) => `${state} is not terminal and has no way out`),
  ];
}

function allIsReached({ states, initial, transitions }: Machine): string[] {
  const reached = new Set(initial);
  for (const state of reached) for (const { from, to } of transitions) if (from === state) reached.add(to);
  return states.filter((state) => !reached.has(state)).map((state) => `${state} is never reached`);
}
