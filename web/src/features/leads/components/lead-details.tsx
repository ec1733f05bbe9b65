import { formatPhone } from '@desk/contracts/format/phone';
import { formatPrice } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.http';
import { Card } from '@/components/ui/card';
import { Breakable } from './breakable';
import { Detail, DetailList } from './detail-list';

/** Enlarges the touch target without moving the text. */
const contactClasses = 'link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5';

export const LeadDetails = ({ lead, className }: { lead: LeadPage; className?: string }) => (
  <Card title="Details" {...(className === undefined ? {} : { className })}>
    <DetailList className="grid-cols-2">
      <Detail label="Phone" className="max-sm:col-span-2">
        <a href={`tel:${lead.phone}`} className={contactClasses}>
          {formatPhone(lead.phone)}
        </a>
      </Detail>
      <Detail label="Email" className="max-sm:col-span-2">
        <a href={`mailto:${lead.email}`} className={contactClasses}>
          <Breakable text={lead.email} />
        </a>
      </Detail>
      <Detail label="Location">
        {lead.state} {lead.zipCode}
      </Detail>
      <Detail label="Age range">{lead.ageRange}</Detail>
      <Detail label="Estimated assets">{lead.estimatedAssets}</Detail>
      <Detail label="Purchase timeline">{lead.purchaseTimeline}</Detail>
      <Detail label="Lead type">{lead.leadType} annuity</Detail>
      <Detail label="Price">{formatPrice(toCents(lead.price))}/lead</Detail>
    </DetailList>
  </Card>
);
