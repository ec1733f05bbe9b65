import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import { Badge } from '@/components/ui/badge';
import { dispositionLabels } from '../lib/lead-labels';

interface LeadBadgesProps {
  type: string;
  ageRange: string;
  /** 'new' shows no badge. */
  disposition?: Disposition;
  isSample?: boolean;
}

export const LeadBadges = ({ type, ageRange, disposition = 'new', isSample = false }: LeadBadgesProps) => (
  <>
    <Badge tone="brand">{type}</Badge>
    <Badge>
      <span className="sr-only">Age </span>
      {ageRange}
    </Badge>
    {disposition === 'new' ? null : <Badge>{dispositionLabels[disposition]}</Badge>}
    {isSample ? <Badge tone="money">Sample</Badge> : null}
  </>
);
