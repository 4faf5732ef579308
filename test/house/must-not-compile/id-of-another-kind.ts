import type { Id } from "../../../src/kernel/id.ts";

declare function findOrder(id: Id<"ord">): void;
declare const locationId: Id<"str">;

// must not compile: TS2345 str
findOrder(locationId);
