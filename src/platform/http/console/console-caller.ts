/** Who calls the console: a person with a session, a shared device, or both (rules/people 5). */
import type { Id } from "../../../kernel/id.ts";
import type { GuestLanguage } from "../../../kernel/language.ts";

/** The roles, from the one that may most. */
export const roleNames = [
  "operator_admin",
  "operator_support",
  "manager",
  "host",
  "staff",
  "accountant",
  "developer",
] as const;
export type RoleName = (typeof roleNames)[number];

/** The screen that a shared device shows. */
export type DeviceScreen = "board" | "stand";

/** A role that is held now. */
export interface HeldRole {
  readonly role: RoleName;
  readonly locationId: Id<"str"> | null;
  readonly appId: Id<"app"> | null;
}

export interface ConsolePerson {
  readonly id: Id<"per">;
  readonly name: string;
  readonly email: string;
  readonly language: GuestLanguage;
}

export interface ConsoleSession {
  readonly id: Id<"ses">;
  /** How the person signed in. */
  readonly method: "passkey" | "password" | "recovery" | "provider" | "invitation" | "demo" | "pin";
  /** The person signed in within the last fifteen minutes, and not by a PIN. */
  readonly isFresh: boolean;
}

export interface ConsoleDevice {
  readonly id: Id<"pdv">;
  readonly locationId: Id<"str">;
  readonly name: string;
  readonly screen: DeviceScreen;
  readonly language: GuestLanguage;
  /** Without it the device acts as itself. */
  readonly requirePin: boolean;
  /** How long a person stays chosen; 0: for one act. */
  readonly pinMinutes: number;
  readonly autoPrint: boolean;
}

/** Where the browser reached the service. */
export interface ConsoleSite {
  /** With the port, as the request named it. */
  readonly host: string;
  /** Cookies are sent over https only. */
  readonly isSecure: boolean;
  /** What the browser calls itself. */
  readonly userAgent: string | undefined;
}

export interface ConsoleCaller {
  readonly person: ConsolePerson | null;
  readonly session: ConsoleSession | null;
  readonly device: ConsoleDevice | null;
  /** As they are at this request: of the person, or of a device that acts as itself. */
  readonly roles: readonly HeldRole[];
  readonly site: ConsoleSite;
  /** In live, the person's roles of the operator wait for a session that began with a passkey; `roles` has none of them. */
  readonly mustUsePasskey?: true;
}

export interface PersonCaller extends ConsoleCaller {
  readonly person: ConsolePerson;
  readonly session: ConsoleSession;
}

/**
 * Who a route of the console is for: anybody (`nobody` has to have signed in); a person or a device with its screen; somebody
 * who may act, which is a person or a device that acts as itself; a person.
 */
export type ConsoleNeeds = "nobody" | "screen" | "actor" | "person";

export interface ConsoleAccess {
  readonly kind: "console";
  readonly needs: ConsoleNeeds;
  /** Those who may; the handler looks where each role is held. Everybody who has signed in, when absent. */
  readonly roles?: readonly RoleName[];
  /** The person signed in within the last fifteen minutes. */
  readonly fresh?: true;
  /** The call is of the operator's part: the roles are judged before the handler is asked. */
  readonly ofOperator?: true;
}

export type ConsoleCallerOf<Needs extends ConsoleNeeds> = Needs extends "person" ? PersonCaller : ConsoleCaller;

/** What a request shows of its caller. */
export interface ConsoleTokens {
  readonly session: string | undefined;
  readonly device: string | undefined;
}
