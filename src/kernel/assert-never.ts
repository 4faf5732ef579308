/** Marks a branch the types rule out; throws when a value slips past them at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
