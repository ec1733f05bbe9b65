import type { Reply } from '../http/exchange.js';

/** How Twilio answers a request that it refuses. Source: twilio.com/docs/api/errors, one page a code. As of 2026-11-25. */
const refusals: Readonly<Record<number, readonly [status: number, message: string]>> = {
  20003: [401, 'Authenticate'],
  20404: [404, 'The requested resource was not found'],
  20429: [429, 'Too Many Requests'],
  21211: [400, "Invalid 'To' Phone Number"],
  21408: [400, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number"],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21611: [429, "This 'From' number has exceeded the maximum number of queued messages"],
  21612: [400, "The 'To' phone number is not currently reachable using the 'From' phone number via SMS"],
  21614: [400, "'To' number is not a valid mobile number"],
  21635: [400, "'To' number cannot be a landline"],
  63038: [429, 'Account exceeded the daily messages limit'],
};

/** Codes of messages that Twilio accepts first, and reports as not delivered later. */
const lateCodes: ReadonlySet<number> = new Set([
  ...[30001, 30002, 30003, 30004, 30005, 30006, 30007, 30008, 30022, 30023, 30034],
]);

export const twilioCodes = [...Object.keys(refusals).map(Number), ...lateCodes];

export const isLateCode = (code: number): boolean => lateCodes.has(code);

/** An error in the form of a Twilio answer. */
export const rejectTwilio = (status: number, code: number, message: string): Reply => ({
  status,
  json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

/** Returns Twilio's refusal, or undefined if Twilio accepts the message first. */
export function refuseTwilio(code: number): Reply | undefined {
  if (isLateCode(code)) return undefined;
  const [status, message] = refusals[code] ?? [400, 'The request was refused'];
  return rejectTwilio(status, code, message);
}
