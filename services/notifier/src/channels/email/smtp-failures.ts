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

/** Whether the connection to our mail server failed, or the server never answered. */
export const isFailureOfConnection = (code: string): boolean =>
  code !== 'EENVELOPE' && REASONS_BY_NODEMAILER_CODE.has(code);

/** The enhanced status code (RFC 3463) of a full mailbox. */
const MAILBOX_FULL_STATUS = /^5\d\d[ -]5\.2\.2\b/;
/**
 * Enhanced status codes that say nothing about the address: a bad sender (X.1.7, X.1.8), the mail system (X.3),
 * its network and our quota (X.4), the protocol (X.5) and policies (X.7).
 *
 * Three of them do mean the recipient. Exchange answers 5.4.1 and Outlook.com 5.5.0 for an unknown mailbox, and 5.4.4 is a
 * domain to which no route leads.
 */
const SENDER_STATUS = /^5\d\d[ -]5\.(?:1\.[78]|3\.\d+|4\.(?![14]\b)\d+|5\.(?!0\b)\d+|7\.\d+)\b/;

/** Returns the reason if a 5xx reply may change although the address stays the same. */
export function passingReasonOf(status: number, response: unknown): DeliveryFailureReason | undefined {
  const text = typeof response === 'string' ? response : '';
  if (SENDER_STATUS.test(text)) return 'SENDER_REFUSED';
  return MAILBOX_FULL_REPLIES.has(status) || MAILBOX_FULL_STATUS.test(text) ? 'MAILBOX_FULL' : undefined;
}

export const isAuthenticationReply = (status: number): boolean => AUTHENTICATION_REPLIES.has(status);
