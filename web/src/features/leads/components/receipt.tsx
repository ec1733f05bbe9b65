import { REMOVED } from '@desk/contracts/leads/lead-fields';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { ConsentFieldValue } from '@/components/lead/lead-fields';
import { Card } from '@/components/ui/card';
import { ShieldCheck } from '@/components/ui/icons';
import { listConsent } from '@/lib/consent';
import { formatDate, formatDuration, formatExactTime } from '@/lib/dates';
import { Detail, DetailList } from './detail-list';

interface StepProps {
  label: string;
  at: string | null;
  /** Start of the interval shown. */
  since?: string;
}

const Step = ({ label, at, since }: StepProps) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2.5">
    <span className="font-semibold wrap-anywhere">{label}</span>
    <span className="ml-auto text-right text-sm text-muted">
      {at === null ? (
        <span className="text-money">Not yet</span>
      ) : (
        <>
          {since === undefined ? null : (
            <span className="mr-3 font-semibold text-ink">
              +{formatDuration(Date.parse(at) - Date.parse(since))}
            </span>
          )}
          <time dateTime={at}>
            {formatDate(at)} {formatExactTime(at)}
          </time>
        </>
      )}
    </span>
  </li>
);

function Consent({ lead }: { lead: LeadPage }) {
  const items = listConsent(lead.consent);
  if (lead.phone === REMOVED)
    return (
      <p className="text-muted">The contact details were removed. Proof of consent is kept for five years.</p>
    );
  if (items.length === 0)
    return <p className="text-muted">The source sent no consent record with this lead.</p>;
  return (
    <>
      <DetailList className="sm:grid-cols-2">
        {items
          .filter(({ isLongText }) => !isLongText)
          .map(({ name, label, value, isUrl }) => (
            <Detail key={name} isCode label={label} className="sm:col-span-2">
              <ConsentFieldValue value={value} isUrl={isUrl} />
            </Detail>
          ))}
      </DetailList>
      {items
        .filter(({ isLongText }) => isLongText)
        .map(({ name, value }) => (
          <blockquote
            key={name}
            className="mt-4 border-l-2 border-line-strong pl-4 text-sm wrap-anywhere whitespace-pre-wrap text-muted"
          >
            {value}
          </blockquote>
        ))}
    </>
  );
}

/** Proves to the agent where the lead came from, that it was sold once, and what the person consented to. */
export function Receipt({ lead, className }: { lead: LeadPage; className: string }) {
  const { funnelName, receivedAt, soldAt, deliveredAt, offerId } = lead;
  return (
    <Card title="Exclusivity receipt" className={className}>
      <p className="flex gap-3 rounded-control bg-brand-soft px-4 py-3 font-semibold text-brand">
        <ShieldCheck aria-hidden className="mt-[3px] size-5 shrink-0" />
        Sold once, to you. Nobody else can buy this lead.
      </p>
      <ol className="tabular mt-2">
        <Step label={`Received from ${funnelName}`} at={receivedAt} />
        <Step label="Sold once, to you" at={soldAt} since={receivedAt} />
        <Step label="Delivered" at={deliveredAt} since={receivedAt} />
      </ol>
      <DetailList className="mt-4">
        <Detail isCode label="Receipt number">
          {offerId}
        </Detail>
      </DetailList>
      <h3 className="mt-6 mb-3 font-semibold">Consent to be contacted</h3>
      <Consent lead={lead} />
    </Card>
  );
}
