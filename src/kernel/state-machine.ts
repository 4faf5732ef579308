/** The states of a thing and the moves between them, as one value that code, tests and diagrams read. Pure. */

export interface Transition<State extends string, Actor extends string> {
  readonly from: State;
  readonly to: State;
  /** Who or what makes the move. */
  readonly by: readonly Actor[];
  /** Words for the arrow of the diagram, where the actors do not say enough. */
  readonly how?: string;
}

export interface StateMachine<
  State extends string,
  Actor extends string,
  Move extends Transition<State, Actor> = Transition<State, Actor>,
> {
  readonly states: readonly State[];
  /** The states in which a thing may begin. */
  readonly initial: readonly State[];
  /** The states that nothing leaves. */
  readonly terminal: readonly State[];
  /** Every legal move. To stay in a state is no move. */
  readonly transitions: readonly Move[];
}

/** Whether the table has a move between two states; with an actor: whether this actor may make the move. */
export function canMove<State extends string, Actor extends string>(
  machine: StateMachine<State, Actor>,
  from: NoInfer<State>,
  to: NoInfer<State>,
  actor?: NoInfer<Actor>,
): boolean {
  return machine.transitions.some(
    (move) => move.from === from && move.to === to && (actor === undefined || move.by.includes(actor)),
  );
}

/** Whether nothing leaves the state. */
export function isFinal<State extends string>(machine: StateMachine<State, string>, state: NoInfer<State>): boolean {
  return machine.terminal.includes(state);
}
