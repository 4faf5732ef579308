/** The name of a service, test or live, for figures, the log, sentences and derived keys. Pure. */
import { environmentWord, type Environment } from "./environment.ts";

interface OfService {
  readonly livemode: boolean;
}

/** The name of the label. */
export const serviceLabel = "environment";

export interface ServiceLabels {
  readonly environment: Environment;
}

/** `live` takes real money, `test` does not. */
export function serviceName({ livemode }: OfService): "test" | "live" {
  return environmentWord(livemode);
}

/** The labels of figures and of lines of the log. */
export function labelsOf(service: OfService): ServiceLabels {
  return { environment: serviceName(service) };
}

/** Whether labels are those of the service. */
export function isLabelOf(service: OfService, labels: Partial<Readonly<Record<string, unknown>>>): boolean {
  return labels["environment"] === serviceName(service);
}
