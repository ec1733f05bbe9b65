import { queryOptions } from '@tanstack/react-query';

export interface CardConfig {
  readonly stripePublishableKey: string;
  readonly stripeJsUrl: string;
}

/** The provider's script and publishable key. Read at runtime, because one build serves every environment. */
export const cardConfigQuery = queryOptions<CardConfig>({ queryKey: ['/api/config'] });
