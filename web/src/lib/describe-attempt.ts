import type { DeliveryAttempt } from '@desk/contracts/notifications/deliveries.schemas';
import type { ChannelKind } from '@desk/contracts/notifications/channels.values';
import { capitalize } from './capitalize';
import { describeFailureForAdmin, describeFailureForAgent } from './delivery-failures';

export type Audience = 'agent' | 'admin';

const outcomes = {
  accepted: { tone: 'brand', label: 'Accepted' },
  temporary: { tone: 'money', label: 'Not accepted' },
  permanent: { tone: 'danger', label: 'Refused' },
} as const;

/** Describes one attempt to send a delivery: its outcome, a sentence with the reason, and a code such as 'Answer 451'. */
export function describeAttempt(
  { result, reason, providerCode }: DeliveryAttempt,
  channel: ChannelKind,
  audience: Audience,
) {
  const forAgent = describeFailureForAgent(reason, channel);
  const text =
    audience === 'admin' ? describeFailureForAdmin(reason, channel) : forAgent && `${capitalize(forAgent)}.`;
  return {
    ...outcomes[result],
    reason: result === 'accepted' ? null : text,
    code: providerCode === null ? null : `Answer ${providerCode}`,
  };
}
