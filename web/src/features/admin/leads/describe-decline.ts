import { declineRules, isDeclineCode } from '@desk/contracts/billing/decline-codes.values';

/** Returns a sentence for the admin. A code without a text of its own is shown unchanged. */
export function describeDecline(code: string | null): string {
  if (code === null) return 'No reason was given.';
  return isDeclineCode(code) ? declineRules[code].text : `The card was declined (${code}).`;
}
