import type { DeliveryState } from '@desk/contracts';

/** Twilio's words for what became of a message. Others are steps in between. */
const DELIVERED: readonly string[] = ['delivered', 'read'];
const FAILED: readonly string[] = ['failed', 'undelivered', 'canceled'];

export interface TextMessageReport {
  readonly messageSid: string;
  readonly status: string;
}

export interface ReportedDelivery {
  readonly status: DeliveryState;
  /** The last message that Twilio accepted, as far as its answer arrived. */
  readonly providerMessageId: string | null;
  readonly isConfirmed: boolean;
  /** A process is sending it, and may not have recorded Twilio's answer yet. */
  readonly isLeased: boolean;
}

export type ReportEffect =
  /** The message arrived. */
  | 'confirm'
  /** Twilio accepted the message, though its answer was lost: it must not be sent again. */
  | 'accept'
  | 'fail'
  | 'ignore'
  /** Cannot be decided before the answer is recorded. */
  | 'wait';

/**
 * Decides what a report changes, in whatever order reports come: an arrival is final, and a failure counts only for the
 * last message of a delivery.
 */
export function decideOnReport(report: TextMessageReport, delivery: ReportedDelivery): ReportEffect {
  const { status, providerMessageId, isConfirmed, isLeased } = delivery;
  if (isConfirmed) return 'ignore';
  if (status === 'queued' && isLeased) return 'wait';
  if (DELIVERED.includes(report.status)) return 'confirm';
  const isLastMessage = report.messageSid === providerMessageId;
  if (FAILED.includes(report.status)) return status === 'sent' && isLastMessage ? 'fail' : 'ignore';
  return status === 'queued' && !isLastMessage ? 'accept' : 'ignore';
}
