import type { DeliveryAttempt } from '@desk/contracts/notifications/deliveries.schemas';
import type { ChannelKind } from '@desk/contracts/notifications/channels.values';
import { capitalize } from './capitalize';
import { describeFailureForAdmin, describeFailureForAgent } from './delivery-failures';
import type { Tone } from './tone';

export type Audience = 'agent' | 'admin';

interface AttemptDescription {
  readonly tone: Tone;
  readonly label: 'Accepted' | 'Not accepted' | 'Refused';
  /** A sentence; null if there is nothing to add. */
  readonly reason: string | null;
  /** Such as 'Answer 451'. */
  readonly code: string | null;
}

const outcomes = {
  accepted: { tone: 'brand', label: 'Accepted' },
  temporary: { tone: 'money', label: 'Not accepted' },
  permanent: { tone: 'danger', label: 'Refused' },
} as const;

/** Describes one attempt to send a delivery. */
export function describeAttempt(
  { result, reason, providerCode }: DeliveryAttempt,
  channel: ChannelKind,
  audience: Audience,
): AttemptDescription {
  const forAgent = describeFailureForAgent(reason, channel);
  const text =
    audience === 'admin' ? describeFailureForAdmin(reason, channel) : forAgent && `${capitalize(forAgent)}.`;
  return {
    ...outcomes[result],
    reason: result === 'accepted' ? null : text,
    code: providerCode === null ? null : `Answer ${providerCode}`,
  };
}
