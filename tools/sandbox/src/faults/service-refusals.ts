import type { Reply } from '../http/exchange.js';
import { rejectTwilio } from '../messages/reject-twilio.js';
import { isLateCode, toTwilioRefusal, twilioCodes } from '../messages/twilio-refusals.js';
import { refuseSlack, slackErrors } from '../slack/refuse.js';

/** The codes that a `refuse` fault may have: Twilio's numbers and Slack's words. */
export const refusalCodes: readonly string[] = [...slackErrors, ...twilioCodes.map(String)];

/** Returns how the service of a path refuses, or undefined if it accepts the request first. */
export function toRefusal(path: string, code: string): Reply | undefined {
  if (path.startsWith('/api/')) return refuseSlack(code);
  if (!/^\/(2010-04-01|v2)\//.test(path)) return undefined;
  const number = Number(code);
  return isLateCode(number)
    ? undefined
    : rejectTwilio(toTwilioRefusal(number)[0], number, toTwilioRefusal(number)[1]);
}
