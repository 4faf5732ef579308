/** What the configuration says of the services of a process. */
import { hostInAddress } from "../kernel/base-address.ts";
import type { OfEach } from "../kernel/of-each.ts";
import { usualLimits } from "../platform/admission/admission.ts";
import type { PoolSizes, ProcessKind } from "../platform/postgres/connection-budget.ts";
import type { Config } from "./config.ts";
import { findReader, type Secrets } from "./demonstration/sandbox-file.ts";
import { isSandbox } from "./demonstration/seed.ts";
import type { SystemShares } from "./settings/share-system.ts";
import type { ServiceSettings } from "./service-parts.ts";

interface Known extends SystemShares {
  readonly secrets: Secrets;
  readonly sizes: Required<OfEach<PoolSizes>>;
  readonly version: string;
}

/** The settings of the services that the command builds. */
export function settingsOf(
  command: ProcessKind,
  config: Config,
  { secrets, sizes, version, files, memory }: Known,
): ServiceSettings {
  return {
    version,
    baseUrls: {
      test: config.baseUrl ?? `http://${hostInAddress(config.host)}:${config.port}`,
      live: config.liveBaseUrl,
    },
    operatorToken: secrets.operatorToken,
    secretKey: secrets.secretKey,
    previousSecretKeys: config.previousSecretKeys,
    allowPrivateWebhooks: config.allowPrivateWebhooks ?? config.databaseUrl === null,
    paymentProcessor: config.paymentProcessor,
    stripe: config.stripe,
    twilio: config.twilio,
    mail: config.mail,
    tiles: config.tiles,
    geocoder: config.geocoder,
    oidc: config.oidc ?? undefined,
    trustedProxies: config.trustedProxies,
    poolSize: Math.max(1, sizes.test.requests),
    livePoolSize: Math.max(1, sizes.live.requests),
    hasDirectory: config.hasDirectory,
    securityContacts: config.securityContacts,
    hasDemoPeople: command === "dev" && isSandbox(config),
    docsReader: command === "dev" && isSandbox(config) ? () => findReader(config.dataDir) : undefined,
    admission: {
      connections: files.connections,
      memoryBytes: memory.bytes,
      bodies: {
        ...usualLimits.bodies,
        bytes: memory.bodyBytes,
        large: memory.largeBodies,
        largePerOwner: Math.min(usualLimits.bodies.largePerOwner, memory.largeBodies),
      },
      answers: { ...usualLimits.answers, bytes: memory.answerBytes },
    },
    deliveriesAtOnce: files.deliveries,
    checkAnswers: false,
  };
}
