/** Builds the services of a process, one for each configured database, and what the services share. Called by build.ts. */
import { labelsOf } from "../kernel/service-labels.ts";
import { listEach, mapEach, type OfEach } from "../kernel/of-each.ts";
import { createPasswordHasher } from "../people/sign-in/password-hasher.cache.ts";
import { createLocationHomes, type LocationHomes } from "../store/shared/location-homes.query.ts";
import { createMaple, type Maple } from "./create-maple.ts";
import { createThreads } from "./parts/build-threads.ts";
import type { ServiceParts } from "./service-parts.ts";
import { serviceTraits } from "./service-traits.ts";

export interface Services {
  readonly each: OfEach<Maple>;
  /** Which of them keeps a location. */
  readonly homes: LocationHomes;
  /** Writes what is remembered and closes outgoing connections. */
  close(): Promise<void>;
}

/** Builds each service with its own database, accounts and address; threads and the hasher of passwords are the process's. */
export function buildServices(parts: ServiceParts, baseUrlOf: (name: keyof OfEach<Maple>) => string): Services {
  const { settings, databases, counters, log } = parts;
  const threads = createThreads();
  const hasher = createPasswordHasher();
  const homes = createLocationHomes(listEach(databases).toReversed());
  const each = mapEach(databases, (database, name) =>
    createMaple({
      ...parts,
      database,
      counters: counters[name] ?? counters.test,
      workerDatabase: parts.workerDatabases?.[name] ?? database,
      version: settings.version,
      secretKeys: [settings.secretKey, ...(settings.previousSecretKeys ?? [])],
      baseUrl: () => baseUrlOf(name),
      traits: serviceTraits[name],
      allowPrivate: serviceTraits[name].mayAllowPrivate && settings.allowPrivateWebhooks,
      paymentProcessor: settings.paymentProcessor,
      stripe: settings.stripe?.[name],
      twilio: settings.twilio?.[name],
      mail: settings.mail?.[name],
      tiles: settings.tiles ?? null,
      geocoder: settings.geocoder,
      oidc: settings.oidc,
      locationWaitMs: settings.locationWaitMs ?? 2_000,
      budgets: settings.budgets,
      consoleLimits: settings.consoleLimits,
      hasDemoPeople: serviceTraits[name].mayHaveDemoPeople && settings.hasDemoPeople === true,
      hasDirectory: settings.hasDirectory === true,
      deliveriesAtOnce: settings.deliveriesAtOnce,
      keepsLocation: async (id) => (await homes.homeOf(id)) === database,
      threads,
      hasher,
      log: log.child({ ...labelsOf(database) }),
    }),
  );
  return {
    each,
    homes,
    async close() {
      await Promise.all(listEach(each).map((service) => service.close()));
      await threads.close();
    },
  };
}
