import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import { Badge } from '@/components/ui/badge';
import { dispositionLabels } from '../lib/lead-labels';

interface LeadBadgesProps {
  type: string;
  ageRange: string;
  /** 'new' shows no badge. */
  disposition?: Disposition;
  isSample?: boolean;
  isRefunded?: boolean;
}

export const LeadBadges = ({
  type,
  ageRange,
  disposition = 'new',
  isSample = false,
  isRefunded = false,
}: LeadBadgesProps) => (
  <>
    <Badge tone="brand">{type}</Badge>
    <Badge>
      <span className="sr-only">Age </span>
      {ageRange}
    </Badge>
    {disposition === 'new' ? null : <Badge>{dispositionLabels[disposition]}</Badge>}
    {isRefunded ? <Badge>Refunded</Badge> : null}
    {isSample ? <Badge tone="money">Sample</Badge> : null}
  </>
);
