import { number } from 'yup';

export const missedEventSettings = {
  PROVIDER_EVENTS_INTERVAL_MS: number().integer().min(100).max(3_600_000).default(60_000).meta({
    description: "How often the provider's list of events is read for those that no webhook brought",
  }),
};
