/**
 * One value for each service of a process: for test always, for live where it runs. The program and the listener hold
 * such pairs; a service knows of no other. Pure.
 */
export type OfEach<One> = { readonly test: One; readonly live?: One };

/** The same where either may lack one. */
export type OfSome<One> = Partial<OfEach<One>>;

type Name = keyof OfEach<unknown>;

/** Makes one of something else out of each. */
export function mapEach<One, Made>({ test, live }: OfEach<One>, make: (one: One, name: Name) => Made): OfEach<Made> {
  const made = { test: make(test, "test") };
  return live === undefined ? made : { ...made, live: make(live, "live") };
}

/** Each there is: test, then live. */
export function listEach<One>({ test, live }: OfEach<One>): readonly One[] {
  return live === undefined ? [test] : [test, live];
}
