export type TwilioCodeMeaning =
  /** The number receives no texts, ever. */
  | 'no-texts'
  | 'unreachable'
  | 'switched-off'
  | 'opted-out'
  | 'filtered'
  | 'refused-for-this-number'
  /** Our account or number is at fault, whatever the recipient. */
  | 'refused-for-all'
  | 'too-many'
  | 'unknown';

/**
 * Twilio's codes for refusals of messages and later reports. Source: twilio.com/docs/api/errors, one page a code. As of
 * 2026-11-25; kept by hand. A code that is not here is a temporary error in a report and a permanent one in a refusal.
 */
export const twilioCodes: Readonly<Record<number, TwilioCodeMeaning>> = {
  21211: 'no-texts', // not a phone number
  21408: 'refused-for-this-number', // our account may not send to this region
  21610: 'opted-out',
  21611: 'too-many', // our number's queue is full
  21612: 'unreachable', // no route from our number
  21614: 'no-texts', // not a mobile number
  21635: 'no-texts', // a landline
  30001: 'too-many', // queue overflow
  30002: 'refused-for-all', // our account is suspended
  30003: 'switched-off', // or without a network
  30004: 'unreachable', // blocked by the recipient or the carrier
  30005: 'no-texts', // the number does not exist any more
  30006: 'no-texts', // a landline
  30007: 'filtered',
  30008: 'unknown',
  30022: 'too-many',
  30023: 'too-many', // the daily limit of our brand
  30034: 'refused-for-all', // our number is not registered with the carriers
};
