/** What the program reads of its environment. */
import { readConfig } from "../../src/program/config.ts";

/** Every variable that the program asks for, in a configuration in which it asks for all. */
export function askedFor(): readonly string[] {
  const asked = new Set<string>();
  const fullest: Readonly<Record<string, string>> = {
    DATABASE_URL: "postgres://a@b/c",
    LIVE_DATABASE_URL: "postgres://a@b/d",
    PAYMENT_PROCESSOR: "stripe",
    GEOCODER: "pelias",
    OIDC_ISSUER: "https://sign-in.example.com",
    MAP_TILE_URL: "https://tiles.example.com/{z}/{x}/{y}.png",
    SMTP_URL: "smtps://relay.example.com",
    LIVE_SMTP_URL: "smtps://relay.example.com",
    METRICS_PORT: "9464",
    TWILIO_ACCOUNT_SID: "AC0",
    LIVE_TWILIO_ACCOUNT_SID: "AC0",
    STRIPE_SECRET_KEY: "sk_test_0",
    LIVE_STRIPE_SECRET_KEY: "sk_live_0",
  };
  readConfig(
    new Proxy(fullest, {
      get: (values, name) => {
        asked.add(String(name));
        return Reflect.get(values, name) as string | undefined;
      },
    }),
  );
  return [...asked].toSorted();
}
