/** Derives keys for one purpose and one service from the secret key of the program (HKDF with SHA-256). Pure. */
import { hkdfSync } from "node:crypto";
import { serviceName } from "./service-labels.ts";

/** 32 bytes; another purpose and the other service get others. */
export function keyFor(secretKey: Buffer, purpose: string, livemode: boolean): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `maple ${purpose} ${serviceName({ livemode })}`, 32));
}
