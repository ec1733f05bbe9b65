import type { DeliveryFailureReason } from '@desk/contracts';
import type { SendFailure } from '../../sending/send-outcome.js';

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
function reasonOfSmtpReply(status: number): DeliveryFailureReason {
  if (AUTHENTICATION_REPLIES.has(status)) return 'AUTHENTICATION_FAILED';
  if (MAILBOX_FULL_REPLIES.has(status)) return 'MAILBOX_FULL';
  if (ADDRESS_REPLIES.has(status)) return 'ADDRESS_REFUSED';
  return status < 500 ? 'TEMPORARY_ERROR' : 'MESSAGE_REFUSED';
}

/** The enhanced status code (RFC 3463) of a full mailbox. */
const MAILBOX_FULL_STATUS = /^5\d\d[ -]5\.2\.2\b/;
/**
 * Enhanced status codes that say nothing about the address: a bad sender (X.1.7, X.1.8), the mail system (X.3),
 * its network and our quota (X.4), the protocol (X.5) and policies (X.7).
 *
 * Left out are three that do mean the recipient: Exchange answers 5.4.1 and Outlook.com 5.5.0 for an unknown mailbox,
 * and 5.4.4 is a domain to which no route leads.
 */
const SENDER_STATUS = /^5\d\d[ -]5\.(?:1\.[78]|3\.\d+|4\.(?![14]\b)\d+|5\.(?!0\b)\d+|7\.\d+)\b/;

/** Returns the reason if a later attempt at the same address may succeed in spite of the 5xx reply. */
function passingReasonOf(status: number, response: unknown): DeliveryFailureReason | undefined {
  const text = typeof response === 'string' ? response : '';
  if (SENDER_STATUS.test(text)) return 'SENDER_REFUSED';
  return MAILBOX_FULL_REPLIES.has(status) || MAILBOX_FULL_STATUS.test(text) ? 'MAILBOX_FULL' : undefined;
}

/** The properties of nodemailer's errors that determine the outcome. */
interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  /** The server's whole reply. */
  readonly response?: unknown;
}

/** An enhanced status code in a reply (RFC 3463). It says more than the reply code, and contains nothing personal. */
const ENHANCED_STATUS = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

function toProviderCode(status: number, response: unknown): string {
  const [, enhanced] = (typeof response === 'string' ? ENHANCED_STATUS.exec(response) : undefined) ?? [];
  return enhanced === undefined ? `SMTP_${status}` : `SMTP_${status}_${enhanced}`;
}

/** Commands at which a server rejects the recipient or the message. At any earlier command it can only reject us. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);

/**
 * Maps a nodemailer error to an outcome.
 *
 * A rejected recipient or message is permanent (RFC 5321, section 4.2.1), and so is an address that does not fit an
 * envelope. Everything else is retried: 4xx replies, network errors, full mailboxes, used-up quotas, and rejections of
 * ourselves, which an operator can fix.
 *
 * A failure of the connection to our mail server, or at a command before the recipient is named, is our own. A reply to
 * `RCPT TO` or `DATA` never is, even if it rejects us: the recipient's server may have given it.
 */
export function smtpOutcome(error: unknown): SendFailure {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError;
  const nodemailerCode = typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? code : 'UNKNOWN';
  // A server that refuses STARTTLS replies to it, but what failed is the encryption, not the sender.
  if (typeof responseCode !== 'number' || nodemailerCode === 'ETLS') {
    const reason = REASONS_BY_NODEMAILER_CODE.get(nodemailerCode);
    const isUnusableAddress = nodemailerCode === 'EENVELOPE' && command === 'API';
    const isFailureOfConnection = nodemailerCode !== 'EENVELOPE' && reason !== undefined;
    return {
      result: isUnusableAddress ? 'permanent' : 'temporary',
      reason: reason ?? 'UNKNOWN',
      providerCode: nodemailerCode,
      ...(isUnusableAddress ? { isBounce: true } : {}),
      ...(isFailureOfConnection ? { isOurFailure: true } : {}),
    };
  }
  const providerCode = toProviderCode(responseCode, response);
  const isRejection = responseCode >= 500 && !AUTHENTICATION_REPLIES.has(responseCode);
  if (!MAIL_COMMANDS.has(String(command)))
    return {
      result: 'temporary',
      reason: isRejection ? 'SENDER_REFUSED' : reasonOfSmtpReply(responseCode),
      providerCode,
      ...(command === undefined ? {} : { isOurFailure: true }),
    };
  const passingReason = isRejection ? passingReasonOf(responseCode, response) : undefined;
  if (passingReason) return { result: 'temporary', reason: passingReason, providerCode };
  const isPermanent = isRejection && (nodemailerCode === 'EENVELOPE' || nodemailerCode === 'EMESSAGE');
  return {
    result: isPermanent ? 'permanent' : 'temporary',
    reason: reasonOfSmtpReply(responseCode),
    providerCode,
    ...(isPermanent && command === 'RCPT TO' ? { isBounce: true } : {}),
  };
}
