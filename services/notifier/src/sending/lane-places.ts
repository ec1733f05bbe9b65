import type { ChannelKind } from '@desk/contracts';

/** Messages of each kind that one process sends at the same time. Webhooks have most: some endpoints are slow. */
export const LEAD_PLACES: Readonly<Record<ChannelKind, number>> = { email: 8, sms: 8, slack: 4, webhook: 16 };
/**
 * Sends of a lane that one channel may occupy. A slow endpoint, or a Slack channel with its one message a second, must
 * not delay other agents.
 */
export const PLACES_PER_CHANNEL: Readonly<Partial<Record<ChannelKind, number>>> = { slack: 1, webhook: 2 };
export const ACCOUNT_MAIL_PLACES = 4;
/** Browser notifications. Push services are fast, and nothing waits for these. */
export const PUSH_PLACES = 8;

/** The most connections that one process opens to the mail server. */
export const MAX_SMTP_CONNECTIONS = LEAD_PLACES.email + ACCOUNT_MAIL_PLACES;
