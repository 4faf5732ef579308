import type { Id } from "../../../src/kernel/id.ts";

declare function findOrder(id: Id<"ord">): void;

// must not compile: TS2345 string
findOrder("ord_01k0abcdefghjkmnpqrstvwxyz");
