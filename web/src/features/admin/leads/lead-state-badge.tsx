import type { AdminLead } from '@desk/contracts/leads/lead-history.routes';
import type { LeadState } from '@desk/contracts/leads/leads.values';
import { Badge } from '@/components/ui/badge';
import { leadStateLabels } from '../labels';
import type { Tone } from '@/lib/tone';

const tones: Record<LeadState, Tone> = {
  available: 'money',
  reserved: 'money',
  sold: 'brand',
  expired: 'neutral',
};

/** A withdrawn lead is an expired one that an administrator ended. */
export const LeadStateBadge = ({
  lead: { status, withdrawnAt },
}: {
  lead: Pick<AdminLead, 'status' | 'withdrawnAt'>;
}) => <Badge tone={tones[status]}>{withdrawnAt ? 'Withdrawn' : leadStateLabels[status]}</Badge>;
