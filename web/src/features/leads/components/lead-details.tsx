import type { LeadPage } from '@desk/contracts/leads/sold-leads.http';
import { formatPhone } from '@desk/contracts/format/phone';
import { Card } from '@/components/ui/card';
import { Breakable } from './breakable';
import { Fact, Facts } from './facts';

/** Room for a finger. */
const contact = 'link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5';

export const LeadDetails = ({ lead, className }: { lead: LeadPage; className?: string }) => (
  <Card title="Details" {...(className === undefined ? {} : { className })}>
    <Facts className="grid-cols-2">
      <Fact label="Phone" className="max-sm:col-span-2">
        <a href={`tel:${lead.phone}`} className={contact}>
          {formatPhone(lead.phone)}
        </a>
      </Fact>
      <Fact label="Email" className="max-sm:col-span-2">
        <a href={`mailto:${lead.email}`} className={contact}>
          <Breakable text={lead.email} />
        </a>
      </Fact>
      <Fact label="Location">
        {lead.state} {lead.zipCode}
      </Fact>
      <Fact label="Age range">{lead.ageRange}</Fact>
      <Fact label="Estimated assets">{lead.estimatedAssets}</Fact>
      <Fact label="Purchase timeline">{lead.purchaseTimeline}</Fact>
      <Fact label="Lead type">{lead.leadType} annuity</Fact>
      <Fact label="Price">${lead.price.replace(/\.00$/, '')}/lead</Fact>
    </Facts>
  </Card>
);
