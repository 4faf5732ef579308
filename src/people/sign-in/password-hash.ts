/** argon2id in the PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` (rules/people 4.3). */
import { argon2, timingSafeEqual } from "node:crypto";

/** 19 MiB, 2 passes, 1 lane: what a hash is made with. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const hashBytes = 32;
export const saltBytes = 16;

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** The text that is kept of a password. */
export async function hashOf(password: string, salt: Buffer): Promise<string> {
  const hash = await derive(password, salt, cost);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(hash)}`;
}

/** Whether the password is the one of the kept text. */
export async function isPasswordOf(kept: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", hash = ""] = form.exec(kept) ?? [];
  if (hash === "") throw new Error("the kept text is no hash of a password");
  const own = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await derive(password, Buffer.from(salt, "base64"), own);
  return timingSafeEqual(found, Buffer.from(hash, "base64"));
}

function derive(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  // The same letters may be typed as different code points.
  const message = password.normalize("NFC");
  const options = { message, nonce, parallelism, tagLength: hashBytes, memory, passes };
  return new Promise((resolve, reject) => {
    argon2("argon2id", options, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}

function plain(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
