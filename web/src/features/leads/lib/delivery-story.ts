import type { LeadPage } from '@desk/contracts/leads/sold-leads.http';
import { formatDateTime, formatDuration, formatTime } from '../../../lib/dates';
import { deliveryReason } from './delivery-words';

export type DeliveryRow = LeadPage['deliveries'][number];

export interface DeliveryStory {
  readonly tone: 'brand' | 'money' | 'danger';
  readonly name: 'Delivered' | 'On its way' | 'Trying again' | 'Not delivered';
  /** When, how long it took, why not. */
  readonly text: string;
}

const tries = (attempts: number): string => (attempts === 1 ? '1 try' : `${attempts} tries`);
const because = (code: string | null): string => {
  const reason = deliveryReason(code);
  return reason === null ? '' : ` because ${reason}`;
};

/** What became of a lead on one channel, in plain words. */
export function deliveryStory(delivery: DeliveryRow): DeliveryStory {
  const { status, attempts, queuedAt, nextAttemptAt, sentAt, failedAt, lastErrorCode } = delivery;
  if (status === 'sent' && sentAt !== null) {
    const took = formatDuration(Date.parse(sentAt) - Date.parse(queuedAt));
    const after = attempts > 1 ? `, after ${tries(attempts)}` : '';
    return { tone: 'brand', name: 'Delivered', text: `${formatDateTime(sentAt)}, in ${took}${after}.` };
  }
  if (status === 'failed') {
    const when = failedAt === null ? '' : `Given up ${formatDateTime(failedAt)} after ${tries(attempts)}`;
    return { tone: 'danger', name: 'Not delivered', text: `${when}${because(lastErrorCode)}.` };
  }
  if (attempts === 0 || lastErrorCode === null)
    return { tone: 'money', name: 'On its way', text: `Since ${formatTime(queuedAt)}.` };
  const next = nextAttemptAt === null ? 'soon' : `at ${formatTime(nextAttemptAt)}`;
  return {
    tone: 'money',
    name: 'Trying again',
    text: `Not taken so far${because(lastErrorCode)}. The next try is ${next}, after ${tries(attempts)}.`,
  };
}
