import type { FollowUp } from '@desk/contracts/leads/sold-leads.schemas';
import { Badge } from '@/components/ui/badge';
import { followUpNames } from '../lib/delivery-words';

interface LeadBadgesProps {
  type: string;
  ageRange: string;
  /** Left out while it is new. */
  followUp?: FollowUp;
  isSample?: boolean;
}

export const LeadBadges = ({ type, ageRange, followUp = 'new', isSample = false }: LeadBadgesProps) => (
  <>
    <Badge tone="brand">{type}</Badge>
    <Badge>
      <span className="sr-only">Age </span>
      {ageRange}
    </Badge>
    {followUp === 'new' ? null : <Badge>{followUpNames[followUp]}</Badge>}
    {isSample ? <Badge tone="money">Sample</Badge> : null}
  </>
);
