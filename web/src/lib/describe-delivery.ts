import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatDateTime, formatDuration, formatTime } from '@/lib/dates';
import { describeFailureForAdmin, describeFailureForAgent } from '@/lib/delivery-failures';
import type { Audience } from './describe-attempt';
import type { StateDescription } from './tone';
import { pluralize } from '@/lib/numbers';

export type DeliveryRow = LeadPage['deliveries'][number];

/** Returns the end of a sentence. */
function formatReason({ lastErrorCode, channel }: DeliveryRow, audience: Audience): string {
  if (audience === 'admin')
    return lastErrorCode === null ? '.' : `. ${describeFailureForAdmin(lastErrorCode, channel)}`;
  const reason = describeFailureForAgent(lastErrorCode, channel);
  return reason === null ? '.' : `: ${reason}.`;
}

export function describeDelivery(delivery: DeliveryRow, audience: Audience = 'agent'): StateDescription {
  const { channel, status, attempts, queuedAt, nextAttemptAt, sentAt, failedAt, lastErrorCode } = delivery;
  if (status === 'sent' && sentAt !== null) {
    const duration = formatDuration(Date.parse(sentAt) - Date.parse(queuedAt));
    const after = attempts > 1 ? `, after ${pluralize(attempts, 'attempt')}` : '';
    const isArrivalOpen = channelFacts[channel].confirmsArrival === true && delivery.confirmedAt === null;
    const label = isArrivalOpen ? 'Sent' : 'Delivered';
    return { tone: 'brand', label, text: `${formatDateTime(sentAt)}, in ${duration}${after}.` };
  }
  if (status === 'failed') {
    const when = failedAt === null ? '' : ` ${formatDateTime(failedAt)}`;
    const text = `Failed${when} after ${pluralize(attempts, 'attempt')}${formatReason(delivery, audience)}`;
    return { tone: 'danger', label: 'Not delivered', text };
  }
  if (attempts === 0 || lastErrorCode === null)
    return { tone: 'money', label: 'On its way', text: `Queued at ${formatTime(queuedAt)}.` };
  const next = nextAttemptAt === null ? 'soon' : `at ${formatTime(nextAttemptAt)}`;
  return {
    tone: 'money',
    label: 'Trying again',
    text: `Not delivered yet${formatReason(delivery, audience)} Next attempt ${next}, ${pluralize(attempts, 'attempt')} so far.`,
  };
}
