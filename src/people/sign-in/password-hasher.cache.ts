/**
 * Hashes passwords, two at a time in a process, so that many sign-ins at once never take all of the processor or the
 * memory (rules/people 4.6). With too many waiting, a sign-in is told to come back. An unknown e-mail costs the same as a
 * wrong password.
 */
import { randomBytes } from "node:crypto";
import { createKeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import { hashOf, isPasswordOf, saltBytes } from "./password-hash.ts";

export interface PasswordHasher {
  /** The text to keep of a password. */
  hash(password: string): Promise<string>;
  /** Whether it is the password of the kept text; of nobody's, after the same work, it is not. */
  check(kept: string | null, password: string): Promise<boolean>;
  /** How many passwords were hashed. */
  runs(): number;
}

const atOnce = 2;
/** Each takes some 40 ms: nobody waits longer than two seconds. */
const maxWaiting = 50;
const maxWaitMs = 3_000;

/** Makes the hasher of a process. */
export function createPasswordHasher(): PasswordHasher {
  const line = createKeyedSemaphore({ atOnce, maxWaiting, maxWaitMs });
  let runs = 0;
  let nobodys: Promise<string> | undefined;
  const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await line.take("passwords");
    try {
      runs += 1;
      return await work();
    } finally {
      release();
    }
  };
  return {
    hash: (password) => inLine(() => hashOf(password, randomBytes(saltBytes))),
    async check(kept, password) {
      nobodys ??= hashOf(randomBytes(16).toString("hex"), randomBytes(saltBytes));
      const text = kept ?? (await nobodys);
      return (await inLine(() => isPasswordOf(text, password))) && kept !== null;
    },
    runs: () => runs,
  };
}
