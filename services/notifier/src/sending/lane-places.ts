import { channelFacts } from '@desk/contracts';
import type { DestinationLimit } from './destination-places.js';

export const ACCOUNT_MAIL_PLACES = 4;
/** Keeps one for the addresses of other domains than that of a slow mail server. */
export const ACCOUNT_MAIL_LIMIT: DestinationLimit = { by: 'domain', limit: ACCOUNT_MAIL_PLACES - 1 };
/** Browser notifications. Push services are fast, and nothing waits for these. */
export const PUSH_PLACES = 8;

/** The most connections that one process opens to the mail server. */
export const MAX_SMTP_CONNECTIONS = channelFacts.email.concurrency + ACCOUNT_MAIL_PLACES;
