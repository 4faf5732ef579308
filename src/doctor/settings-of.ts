/** Makes the doctor's settings from the configuration of the program. Pure. */
import { hostInAddress } from "../kernel/base-address.ts";
import type { OfSome } from "../kernel/of-each.ts";
import { connectionsOf, poolSizes } from "../platform/postgres/connection-budget.ts";
import type { DoctorSettings, OutgoingService } from "./doctor-settings.ts";

/** The part of the configuration that the doctor looks at; the program's own fits. */
export interface DoctorConfig {
  readonly databaseUrl: string | null;
  readonly liveDatabaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  readonly liveDatabaseDirectUrl: string | null;
  readonly baseUrl: string | null;
  readonly liveBaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  readonly secretKey: Buffer | null;
  readonly previousSecretKeys: readonly Buffer[];
  readonly operatorToken: string | null;
  readonly poolSize: number | null;
  readonly livePoolSize: number | null;
  readonly trustedProxies: number;
  readonly dataDir: string;
  readonly doubts: readonly string[];
  readonly stripe: OfSome<{ readonly apiUrl: string | null }>;
  readonly twilio: OfSome<object>;
  readonly mail: OfSome<{
    readonly relay: { readonly host: string; readonly port: number; readonly secure: boolean };
  }>;
  readonly oidc: { readonly issuer: string } | null;
  readonly geocoder: { readonly url: string };
}

/** What the doctor is told of the configuration. */
export function doctorSettings(config: DoctorConfig): DoctorSettings {
  const { databaseUrl, liveDatabaseUrl, baseUrl, liveBaseUrl, secretKey } = config;
  const host = ["0.0.0.0", "::"].includes(config.host) ? "127.0.0.1" : config.host;
  return {
    services: [
      ...(databaseUrl === null
        ? []
        : [
            {
              name: "test" as const,
              variable: "DATABASE_URL" as const,
              url: databaseUrl,
              directUrl: config.databaseDirectUrl ?? databaseUrl,
              ofServe: ofServe(false, config.poolSize),
              baseUrlVariable: "BASE_URL" as const,
              baseUrl,
            },
          ]),
      ...(liveDatabaseUrl === null
        ? []
        : [
            {
              name: "live" as const,
              variable: "LIVE_DATABASE_URL" as const,
              url: liveDatabaseUrl,
              directUrl: config.liveDatabaseDirectUrl ?? liveDatabaseUrl,
              ofServe: ofServe(true, config.livePoolSize),
              baseUrlVariable: "LIVE_BASE_URL" as const,
              baseUrl: liveBaseUrl,
            },
          ]),
    ],
    secretKeys: secretKey === null ? [] : [secretKey, ...config.previousSecretKeys],
    // A sandbox makes a token of its own.
    hasOperatorToken: config.operatorToken !== null || databaseUrl === null,
    trustedProxies: config.trustedProxies,
    listensAt: `http://${hostInAddress(host)}:${config.port}`,
    dataDir: config.dataDir,
    doubts: config.doubts,
    outgoing: outgoingServices(config),
  };
}

function ofServe(livemode: boolean, given: number | null): number {
  return connectionsOf(poolSizes("serve", { livemode, given }), true);
}

function outgoingServices({ stripe, twilio, mail, oidc, geocoder }: DoctorConfig): readonly OutgoingService[] {
  const stripeUrl = stripe.live?.apiUrl ?? stripe.test?.apiUrl ?? "https://api.stripe.com";
  const relays = { SMTP_URL: mail.test, LIVE_SMTP_URL: mail.live };
  return [
    ...(stripe.test === undefined && stripe.live === undefined ? [] : [{ name: "Stripe", url: stripeUrl }]),
    ...(twilio.test === undefined && twilio.live === undefined
      ? []
      : [{ name: "Twilio", url: "https://api.twilio.com" }]),
    ...Object.entries(relays).flatMap(([name, settings]) => {
      if (settings === undefined) return [];
      const { host, port, secure } = settings.relay;
      return [{ name, url: `${secure ? "smtps" : "smtp"}://${hostInAddress(host)}:${port}` }];
    }),
    ...(oidc === null ? [] : [{ name: "OIDC_ISSUER", url: oidc.issuer }]),
    ...(/^https?:/.test(geocoder.url) ? [{ name: "GEOCODER_URL", url: geocoder.url }] : []),
  ];
}
