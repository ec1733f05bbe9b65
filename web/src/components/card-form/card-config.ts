import { queryOptions } from '@tanstack/react-query';

export interface CardConfig {
  readonly stripePublishableKey: string;
  readonly stripeJsUrl: string;
}

/** Which provider's script to load, and with which key; known when the page runs, not when it is built. */
export const cardConfigQuery = queryOptions<CardConfig>({ queryKey: ['/api/config'] });
