/** The operator's commands about waits and messages to guests. */
import type { Command } from "./command.ts";

export const waitCommands: readonly Command[] = [
  {
    words: ["message", "list"],
    about: "Show messages to guests, newest first, with what became of each; numbers are masked.",
    arguments: [],
    options: [
      { name: "location", field: "location_id", kind: "text", value: "LOCATION", about: "only those of this location" },
      { name: "limit", field: "limit", kind: "whole", value: "N", about: "how many, 1 to 100; 100 without it" },
      { name: "before", field: "before", kind: "text", value: "MESSAGE", about: "only what is older, msg_…" },
    ],
    method: "GET",
    path: "/messages",
    example: "message list --limit 20",
    columns: ["id", "created_at", "kind", "status", "to", "error"],
  },
  {
    words: ["wait", "score"],
    about: "Show how the wait estimates of a location do: docs/waitlist.md says how to read it.",
    arguments: [{ name: "LOCATION", about: "the location's id, str_…" }],
    options: [],
    method: "GET",
    path: "/locations/{LOCATION}/wait_score",
    example: "wait score LOCATION",
    columns: [],
  },
];
