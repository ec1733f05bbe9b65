import { Badge } from '@/components/ui/badge';
import { dispositionLabels } from '../lib/lead-labels';
import type { ListedLead } from '../lib/sample-leads';

interface LeadBadgesProps {
  lead: ListedLead;
  /** False beside a field that shows the status. */
  showsStatus?: boolean;
}

/** The status 'new' shows no badge. */
export const LeadBadges = ({ lead, showsStatus = true }: LeadBadgesProps) => (
  <>
    <Badge tone="brand">{lead.leadType}</Badge>
    <Badge>
      <span className="sr-only">Age </span>
      {lead.ageRange}
    </Badge>
    {lead.disposition === 'new' || !showsStatus ? null : <Badge>{dispositionLabels[lead.disposition]}</Badge>}
    {lead.refundedAt === null ? null : <Badge>Refunded</Badge>}
    {lead.isSample ? <Badge tone="money">Sample</Badge> : null}
  </>
);
