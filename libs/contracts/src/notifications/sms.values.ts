import { brand } from '../brand.js';
import { DAY_SECONDS, HOUR_SECONDS, type RequestLimit } from '../request-limits.js';

/**
 * Wordings of the opt-in, newest first. The wording that the agent saw is sent and kept with the consent. Older ones
 * are accepted from pages that were open during an upgrade.
 */
export const smsOptInTexts = [
  `I agree to receive text messages from ${brand} at this number: one with a code now, and one for each lead I buy. Message and data rates may apply. Reply STOP to opt out or HELP for help. Agreeing is not a condition of buying leads.`,
] as const;
export const [SMS_OPT_IN_TEXT] = smsOptInTexts;

export const PHONE_CODE_DIGITS = 6;
export const PHONE_CODE_MINUTES = 10;
/** Wrong codes after which a new code is needed. */
export const MAX_PHONE_CODE_TRIES = 5;
/** How long an agent waits before another code is sent. */
export const PHONE_CODE_WAIT_SECONDS = 60;

/** Limit of codes to one number from all users together: codes cost money, and could annoy the number's owner. */
export const PHONE_CODE_LIMIT: RequestLimit = {
  per: 'phone number',
  requests: 5,
  seconds: HOUR_SECONDS,
  countedBy: 'notifier',
};
/** The notifier limits each user too, because the gateway loses its counters if Redis is lost. */
export const PHONE_CODE_USER_LIMIT: RequestLimit = {
  per: 'user',
  requests: 10,
  seconds: DAY_SECONDS,
  countedBy: 'notifier',
};

/** Where Twilio posts text messages that arrive, and what became of those we sent. */
export const TWILIO_PATHS = {
  inbound: '/api/webhooks/twilio',
  status: '/api/webhooks/twilio/status',
} as const;
