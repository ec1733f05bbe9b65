import { type DeclineMail, declineRules, isDeclineCode } from '@desk/contracts';

/** Returns `other` for most codes. */
export const toDeclineReason = (declineCode: string): DeclineMail =>
  isDeclineCode(declineCode) ? declineRules[declineCode].mail : 'other';
