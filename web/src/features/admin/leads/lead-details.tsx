import { detailFieldEntries, REMOVED } from '@desk/contracts/leads/lead-fields';
import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { ConsentFieldValue, ExtrasCards, LeadFieldValue } from '@/components/lead/lead-fields';
import { Card } from '@/components/ui/card';
import { type Fact, Facts } from '@/components/ui/facts';
import { listConsent } from '@/lib/consent';
import { rowLink } from '../columns';
import { CopyableId } from '@/components/ui/copy-button';

/** Returns the fields of a group below the name. */
const listFields = (lead: AdminLeadPage, group: 'contact' | 'profile'): Fact[] =>
  detailFieldEntries
    .filter(([, field]) => field.group === group)
    .map(([name, { label }]) => [
      label,
      <LeadFieldValue key={name} name={name} value={lead[name]} linkClassName={`${rowLink} break-all`} />,
    ]);

function Consent({ lead }: { lead: AdminLeadPage }) {
  const items = listConsent(lead.consent);
  if (lead.phone === REMOVED)
    return (
      <p className="text-sm text-muted">
        The contact details were removed. Proof of consent is kept for five years and not shown.
      </p>
    );
  if (items.length === 0)
    return <p className="text-sm text-muted">The funnel sent no consent record with this lead.</p>;
  return (
    <>
      <Facts
        facts={items
          .filter(({ isLongText }) => !isLongText)
          .map(({ name, label, value, isUrl }) => [
            label,
            <ConsentFieldValue key={name} value={value} isUrl={isUrl} />,
          ])}
      />
      {items
        .filter(({ isLongText }) => isLongText)
        .map(({ name, label, value }) => (
          <figure key={name} className="mt-3 first:mt-0">
            <figcaption className="text-sm text-muted">{label}</figcaption>
            <blockquote className="mt-1 border-l-2 border-line pl-3 text-sm break-words whitespace-pre-line">
              {value}
            </blockquote>
          </figure>
        ))}
    </>
  );
}

export const LeadDetails = ({ lead }: { lead: AdminLeadPage }) => (
  <div className="grid content-start gap-5">
    <Card title="Contact">
      <Facts facts={listFields(lead, 'contact')} />
    </Card>
    <Card title="Profile">
      <Facts facts={listFields(lead, 'profile')} />
    </Card>
    <Card title="Origin">
      <Facts
        facts={[
          ['Funnel', lead.funnelName],
          ['Reference', lead.reference ?? '-'],
          ['Lead ID', <CopyableId key="id" label="lead ID" text={lead.id} />],
        ]}
      />
    </Card>
    <ExtrasCards extras={lead.extras} />
    <Card title="Consent">
      <Consent lead={lead} />
    </Card>
  </div>
);
