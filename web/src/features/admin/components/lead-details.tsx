import { formatPhone } from '@desk/contracts/format/phone';
import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.http';
import { Fragment, type ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { ExternalLink } from '../icons';
import { getSafeLink } from '../lib/safe-link';
import { CopyButton } from './copy-button';

type Field = readonly [label: string, value: ReactNode];

const Fields = ({ fields }: { fields: readonly Field[] }) => (
  <dl className="tabular grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-sm">
    {fields.map(([label, value]) => (
      <Fragment key={label}>
        <dt className="text-muted">{label}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </Fragment>
    ))}
  </dl>
);

/** Links a URL from the funnel, or shows it as text if it is unsafe. */
function ExternalUrl({ url }: { url: string }) {
  const href = getSafeLink(url);
  if (href === null) return <span className="break-all">{url}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link break-all">
      {url}
      <ExternalLink aria-hidden className="ml-1 inline size-3.5 align-[-2px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Consent({ consent }: { consent: NonNullable<AdminLeadPage['consent']> }) {
  const { trustedFormCertUrl, jornayaLeadId, ipAddress, landingPageUrl, tcpaText } = consent;
  const fields: Field[] = [];
  if (trustedFormCertUrl) fields.push(['TrustedForm', <ExternalUrl key="cert" url={trustedFormCertUrl} />]);
  if (jornayaLeadId)
    fields.push([
      'Jornaya ID',
      <span key="jornaya" className="break-all">
        {jornayaLeadId}
      </span>,
    ]);
  if (landingPageUrl) fields.push(['Landing page', <ExternalUrl key="page" url={landingPageUrl} />]);
  if (ipAddress) fields.push(['IP address', ipAddress]);
  return (
    <>
      <Fields fields={fields} />
      {tcpaText ? (
        <figure className="mt-3 first:mt-0">
          <figcaption className="text-sm text-muted">Consent text</figcaption>
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

export function LeadDetails({ lead }: { lead: AdminLeadPage }) {
  return (
    <div className="grid content-start gap-5">
      <Card title="Contact">
        <Fields
          fields={[
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
        <Fields
          fields={[
            ['Lead type', lead.leadType],
            ['Age range', lead.ageRange],
            ['Assets', lead.estimatedAssets],
            ['Timeline', lead.purchaseTimeline],
          ]}
        />
      </Card>
      <Card title="Origin">
        <Fields
          fields={[
            ['Funnel', lead.funnelName],
            ['Reference', lead.reference ?? '-'],
            [
              'Lead ID',
              <span key="id" className="text-xs break-all">
                {lead.id}
                <CopyButton label="lead ID" text={lead.id} />
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
