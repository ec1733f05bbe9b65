import { formatPhone } from '@desk/contracts/format/phone';
import { isCampaignName } from '@desk/contracts/leads/campaign-names';
import { type LeadFieldName, REMOVED } from '@desk/contracts/leads/lead-fields';
import type { Extras } from '@desk/contracts/leads/leads.schemas';
import { Breakable } from '@/components/ui/breakable';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { mailto } from '@/lib/mailto';
import { getSafeLink } from '@/lib/safe-link';

interface ExtrasCardsProps {
  extras: Extras | null;
  className?: string;
}

/**
 * Shows the values that the source sent in addition to the lead's fields, under its own names: first those of the ad
 * campaign, then the rest. Most leads have none.
 */
export function ExtrasCards({ extras, className }: ExtrasCardsProps) {
  const facts = Object.groupBy(extras ?? [], ({ name }) =>
    isCampaignName(name) ? 'Campaign' : 'Also sent by the source',
  );
  return (['Campaign', 'Also sent by the source'] as const).map((title) =>
    facts[title] === undefined ? null : (
      <Card key={title} title={title} className={className}>
        <Facts facts={facts[title].map(({ name, value }) => [name, value])} />
      </Card>
    ),
  );
}

interface ConsentFieldValueProps {
  value: string;
  /** Whether the field holds a URL. It came from a funnel, so it is linked only if it is safe. */
  isUrl: boolean;
}

export function ConsentFieldValue({ value, isUrl }: ConsentFieldValueProps) {
  const href = isUrl ? getSafeLink(value) : null;
  if (href === null) return <Breakable text={value} />;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link">
      <Breakable text={value} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

interface LeadFieldValueProps {
  name: LeadFieldName;
  /** Undefined for an optional field that the lead does not have; `REMOVED` once it was removed. */
  value: string | undefined;
  linkClassName: string;
}

/** Renders one field of a lead. Phone and email become links. */
export function LeadFieldValue({ name, value, linkClassName }: LeadFieldValueProps) {
  if (value === undefined) return '-';
  if (value === REMOVED) return <span className="text-muted">{REMOVED}</span>;
  switch (name) {
    case 'phone':
      return (
        <a href={`tel:${value}`} className={linkClassName}>
          {formatPhone(value)}
        </a>
      );
    case 'email':
      return (
        <a href={mailto(value)} className={linkClassName}>
          <Breakable text={value} />
        </a>
      );
    default:
      return value;
  }
}
