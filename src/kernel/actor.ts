/** Who caused a change, wherever the change is stored. */

/** A person who signed in, a shared device by itself, an app, the operator's token, or the service. */
export type ActorKind = "person" | "device" | "app" | "operator_token" | "system";

export interface Actor {
  readonly kind: ActorKind;
  /** Of the person, the device or the app; null for the token and the service. */
  readonly id: string | null;
}

/** Somebody of a restaurant, or its shared device by itself. */
export type StaffActor = Actor & { readonly kind: "person" | "device" };
