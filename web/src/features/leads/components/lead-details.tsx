import { formatPrice } from '@desk/contracts/format/price';
import { detailFieldEntries } from '@desk/contracts/leads/lead-fields';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { toCents } from '@desk/contracts/money';
import { clsx } from 'clsx';
import { LeadFieldValue } from '@/components/lead/lead-field-value';
import { Card } from '@/components/ui/card';
import { Detail, DetailList } from './detail-list';

/** Long values, which need the whole width of a phone. */
const wideFields = new Set(['phone', 'email']);

/** Enlarges the touch target without moving the text. */
const linkClasses = 'link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5';

export const LeadDetails = ({ lead, className }: { lead: LeadPage; className?: string }) => (
  <Card title="Details" {...(className === undefined ? {} : { className })}>
    <DetailList className="grid-cols-2">
      {detailFieldEntries.map(([name, { label }]) => (
        <Detail key={name} label={label} className={clsx(wideFields.has(name) && 'max-sm:col-span-2')}>
          <LeadFieldValue name={name} value={lead[name]} linkClassName={linkClasses} />
        </Detail>
      ))}
      <Detail label="Price">{formatPrice(toCents(lead.price))}/lead</Detail>
    </DetailList>
  </Card>
);
