import { type DeliveryFailureReason, toDeliveryFailureReason } from '@desk/contracts';
import { reasonOfNodemailerCode, reasonOfSmtpReply } from '../channels/email/smtp-failures.js';

const SMTP_REPLY = /^SMTP_(\d{3})$/;

/**
 * Returns the reason for a stored `last_error_code`. Earlier releases stored the mail server's reply (`SMTP_550`) or
 * nodemailer's code (`ESOCKET`) instead of the reason, and deliveries are kept for years.
 */
export function readFailureReason(code: string | null): DeliveryFailureReason | null {
  if (code === null) return null;
  const [, status] = SMTP_REPLY.exec(code) ?? [];
  if (status !== undefined) return reasonOfSmtpReply(Number(status));
  if (code === 'BAD_ADDRESS') return 'INVALID_ADDRESS';
  const reason = toDeliveryFailureReason(code);
  return reason === 'UNKNOWN' ? reasonOfNodemailerCode(code) : reason;
}
