import type { ChannelKind } from '@desk/contracts';
import type { DestinationLimit } from './destination-places.js';

/** Messages of each kind that one process sends at the same time. Webhooks have most: some endpoints are slow. */
export const LEAD_PLACES: Readonly<Record<ChannelKind, number>> = {
  email: 10,
  sms: 8,
  slack: 4,
  webhook: 16,
};
export const ACCOUNT_MAIL_PLACES = 4;
/** Browser notifications. Push services are fast, and nothing waits for these. */
export const PUSH_PLACES = 8;

/**
 * Places of a lane that one destination may occupy. A slow endpoint, or a Slack channel with its one message a second, must
 * not delay other agents. Nor must a domain whose mail server is slow, so emails keep places that it cannot have. Many
 * agents share the largest domains, which therefore get all others.
 */
export const DESTINATION_LIMITS: Readonly<Record<ChannelKind, DestinationLimit | undefined>> = {
  email: { by: 'domain', places: LEAD_PLACES.email - 2 },
  sms: undefined,
  slack: { by: 'channel', places: 1 },
  webhook: { by: 'channel', places: 2 },
};
export const ACCOUNT_MAIL_LIMIT: DestinationLimit = { by: 'domain', places: ACCOUNT_MAIL_PLACES - 1 };

/** The most connections that one process opens to the mail server. */
export const MAX_SMTP_CONNECTIONS = LEAD_PLACES.email + ACCOUNT_MAIL_PLACES;
