import type { LeadState } from '@desk/contracts/leads/leads.values';
import { Badge, type Tone } from '@/components/ui/badge';
import { leadStateLabels } from '../lib/labels';

const tones: Record<LeadState, Tone> = {
  available: 'money',
  reserved: 'money',
  sold: 'brand',
  expired: 'neutral',
};

export const LeadStateBadge = ({ status }: { status: LeadState }) => (
  <Badge tone={tones[status]}>{leadStateLabels[status]}</Badge>
);
