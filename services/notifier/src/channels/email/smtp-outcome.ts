import type { SendFailure } from '../../sending/send-outcome.js';
import {
  isAuthenticationReply,
  isFailureOfConnection,
  passingReasonOf,
  reasonOfNodemailerCode,
  reasonOfSmtpReply,
} from './smtp-failures.js';

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
    const isUnusableAddress = nodemailerCode === 'EENVELOPE' && command === 'API';
    return {
      result: isUnusableAddress ? 'permanent' : 'temporary',
      reason: reasonOfNodemailerCode(nodemailerCode),
      providerCode: nodemailerCode,
      ...(isUnusableAddress ? { isBounce: true } : {}),
      ...(isFailureOfConnection(nodemailerCode) ? { isOurFailure: true } : {}),
    };
  }
  const providerCode = toProviderCode(responseCode, response);
  const isRejection = responseCode >= 500 && !isAuthenticationReply(responseCode);
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
