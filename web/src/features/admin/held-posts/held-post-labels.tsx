import type { HeldPost } from '@desk/contracts/leads/held-posts.schemas';
import type { HeldPostState } from '@desk/contracts/leads/held-posts.values';
import { Badge } from '@/components/ui/badge';
import { formatDateTime } from '@/lib/dates';
import type { Tone } from '@/lib/tone';

export const heldPostStateLabels: Record<HeldPostState, string> = {
  waiting: 'Waiting',
  accepted: 'Became a lead',
  duplicate: 'Duplicate',
  discarded: 'Discarded',
};
const tones: Record<HeldPostState, Tone> = {
  waiting: 'money',
  accepted: 'brand',
  duplicate: 'neutral',
  discarded: 'neutral',
};

export const HeldPostBadge = ({ status }: { status: HeldPostState }) => (
  <Badge tone={tones[status]}>{heldPostStateLabels[status]}</Badge>
);

/** Names a post for screen readers. */
export const nameHeldPost = ({ receivedAt, funnelName }: HeldPost): string =>
  `the post of ${formatDateTime(receivedAt)} from ${funnelName}`;

type Fault = HeldPost['faults'][number];

export const describeFault = ({ field, message }: Fault): string =>
  field === '' ? message : `${field}: ${message}`;

export const FaultList = ({ faults }: { faults: readonly Fault[] }) => (
  <ul className="wrap-anywhere empty:hidden">
    {faults.map((fault, index) => (
      <li key={index}>{describeFault(fault)}</li>
    ))}
  </ul>
);
