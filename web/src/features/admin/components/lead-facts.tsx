import type { AdminLeadPage } from '@desk/contracts/leads/lead-ledger.http';
import { Fragment, type ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { formatPhone } from '@/lib/phone';
import { ExternalLink } from '../icons';
import { safeLink } from '../lib/safe-link';
import { CopyButton } from './copy-button';

type Fact = readonly [label: string, value: ReactNode];

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="tabular grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-sm">
    {facts.map(([label, value]) => (
      <Fragment key={label}>
        <dt className="text-muted">{label}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </Fragment>
    ))}
  </dl>
);

/** Shown as text when it is not an address that may be followed. */
function OutsideLink({ address }: { address: string }) {
  const href = safeLink(address);
  if (href === null) return <span className="break-all">{address}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link break-all">
      {address}
      <ExternalLink aria-hidden className="ml-1 inline size-3.5 align-[-2px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Consent({ consent }: { consent: NonNullable<AdminLeadPage['consent']> }) {
  const { trustedFormCertUrl, jornayaLeadId, ipAddress, landingPageUrl, tcpaText } = consent;
  const facts: Fact[] = [];
  if (trustedFormCertUrl)
    facts.push(['TrustedForm', <OutsideLink key="cert" address={trustedFormCertUrl} />]);
  if (jornayaLeadId)
    facts.push([
      'Jornaya ID',
      <span key="jornaya" className="break-all">
        {jornayaLeadId}
      </span>,
    ]);
  if (landingPageUrl) facts.push(['Landing page', <OutsideLink key="page" address={landingPageUrl} />]);
  if (ipAddress) facts.push(['IP address', ipAddress]);
  return (
    <>
      <Facts facts={facts} />
      {tcpaText ? (
        <figure className="mt-3 first:mt-0">
          <figcaption className="text-sm text-muted">Text agreed to</figcaption>
          <blockquote className="mt-1 border-l-2 border-line pl-3 text-sm break-words whitespace-pre-line">
            {tcpaText}
          </blockquote>
        </figure>
      ) : null}
    </>
  );
}

const hasAny = (consent: AdminLeadPage['consent']): consent is NonNullable<AdminLeadPage['consent']> =>
  consent !== null && Object.values(consent).some(Boolean);

const link = 'link inline-flex items-center break-all pointer-coarse:min-h-11';

/** Who the person is, what they asked for, and what they agreed to. */
export function LeadFacts({ lead }: { lead: AdminLeadPage }) {
  return (
    <div className="grid content-start gap-5">
      <Card title="Contact">
        <Facts
          facts={[
            [
              'Email',
              <a key="email" href={`mailto:${lead.email}`} className={link}>
                {lead.email}
              </a>,
            ],
            [
              'Phone',
              <a key="phone" href={`tel:${lead.phone}`} className={link}>
                {formatPhone(lead.phone)}
              </a>,
            ],
            ['State', lead.state],
            ['ZIP code', lead.zipCode],
          ]}
        />
      </Card>
      <Card title="Profile">
        <Facts
          facts={[
            ['Lead type', lead.leadType],
            ['Age range', lead.ageRange],
            ['Assets', lead.estimatedAssets],
            ['Timeline', lead.purchaseTimeline],
          ]}
        />
      </Card>
      <Card title="Origin">
        <Facts
          facts={[
            ['Funnel', lead.funnelName],
            ['Reference', lead.reference ?? '-'],
            [
              'Lead ID',
              <span key="id" className="text-xs break-all">
                {lead.id}
                <CopyButton what="lead ID" text={lead.id} />
              </span>,
            ],
          ]}
        />
      </Card>
      <Card title="Consent">
        {hasAny(lead.consent) ? (
          <Consent consent={lead.consent} />
        ) : (
          <p className="text-sm text-muted">The funnel sent no consent record with this lead.</p>
        )}
      </Card>
    </div>
  );
}
