import type { Reply } from '../http/exchange.js';

/** An error as Twilio answers it. */
export const rejectTwilio = (status: number, code: number, message: string): Reply => ({
  status,
  json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
