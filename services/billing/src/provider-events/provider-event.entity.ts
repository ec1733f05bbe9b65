import { defineEntity } from '@desk/service-kit';
import type { ProviderEventSummary } from '../provider/provider-event.js';

export interface ProviderEventEntity {
  eventId: string;
  type: string;
  summary: ProviderEventSummary;
  processedAt: Date | null;
}

export const ProviderEventEntity = defineEntity<ProviderEventEntity>('provider_events', 'eventId', {
  text: ['eventId', 'type'],
  jsonb: ['summary'],
  timestamptz: ['processedAt'],
});
