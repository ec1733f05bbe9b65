import type { DeliveryFailureReason } from '@desk/contracts';

/** Replies that demand or reject our own credentials (RFC 4954). */
const AUTHENTICATION_REPLIES = new Set([530, 534, 535, 538]);
const MAILBOX_FULL_REPLIES = new Set([452, 552]);
const ADDRESS_REPLIES = new Set([550, 551, 553]);

const REASONS_BY_NODEMAILER_CODE: ReadonlyMap<string, DeliveryFailureReason> = new Map([
  ['EENVELOPE', 'INVALID_ADDRESS'],
  ['EAUTH', 'AUTHENTICATION_FAILED'],
  ['ETIMEDOUT', 'TIMEOUT'],
  ['EABORT', 'TIMEOUT'],
  ['ECONNECTION', 'CONNECTION_FAILED'],
  ['ESOCKET', 'CONNECTION_FAILED'],
  ['ECONNREFUSED', 'CONNECTION_FAILED'],
  ['ECONNRESET', 'CONNECTION_LOST'],
  ['EDNS', 'SERVER_NOT_FOUND'],
  ['ENOTFOUND', 'SERVER_NOT_FOUND'],
  ['ETLS', 'INSECURE_CONNECTION'],
]);

/** Returns the reason behind an SMTP error reply (RFC 5321, section 4.2). */
export function reasonOfSmtpReply(status: number): DeliveryFailureReason {
  if (AUTHENTICATION_REPLIES.has(status)) return 'AUTHENTICATION_FAILED';
  if (MAILBOX_FULL_REPLIES.has(status)) return 'MAILBOX_FULL';
  if (ADDRESS_REPLIES.has(status)) return 'ADDRESS_REFUSED';
  return status < 500 ? 'TEMPORARY_ERROR' : 'MESSAGE_REFUSED';
}

/** Returns the reason behind a nodemailer error that carries no reply of the server. */
export const reasonOfNodemailerCode = (code: string): DeliveryFailureReason =>
  REASONS_BY_NODEMAILER_CODE.get(code) ?? 'UNKNOWN';

/** Enhanced status codes (RFC 3463) of a full mailbox and of policies, which reject us rather than the address. */
const OTHER_THAN_ADDRESS = /^5\d\d[ -]5\.(2\.2|7\.\d+)\b/;

/** Whether a permanent rejection at RCPT TO says that the address does not exist, or no longer. */
export const isBounce = (status: number, response: unknown): boolean =>
  !MAILBOX_FULL_REPLIES.has(status) && !(typeof response === 'string' && OTHER_THAN_ADDRESS.test(response));

export const isAuthenticationReply = (status: number): boolean => AUTHENTICATION_REPLIES.has(status);
