import type { SendOutcome } from '../../sending/outcome.js';

/** The properties of nodemailer's errors that decide. */
interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/** 5xx answers that speak of our standing with the server, not of the recipient or the message. */
const OURS = new Set([530, 534, 535, 538]);
/** The steps at which a server refuses a recipient or a message; before them it can only refuse us. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * A refusal of the recipient or the message is for good (RFC 5321, 4.2.1); so is an address that cannot be put into
 * an envelope. All else is tried again: 4xx, the network, and refusals of ourselves, which an operator can set right.
 */
export function smtpOutcome(error: unknown): SendOutcome {
  const { code, command, responseCode } = (error ?? {}) as SmtpError;
  const named = typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? code : 'UNKNOWN';
  if (typeof responseCode !== 'number')
    return { result: named === 'EENVELOPE' && command === 'API' ? 'permanent' : 'temporary', code: named };
  const isRefused =
    responseCode >= 500 &&
    !OURS.has(responseCode) &&
    (named === 'EENVELOPE' || named === 'EMESSAGE') &&
    ABOUT_THE_MAIL.has(String(command));
  return { result: isRefused ? 'permanent' : 'temporary', code: `SMTP_${responseCode}` };
}
