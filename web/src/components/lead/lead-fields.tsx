import { formatPhone } from '@desk/contracts/format/phone';
import { type LeadFieldName, REMOVED } from '@desk/contracts/leads/lead-fields';
import type { Extras } from '@desk/contracts/leads/leads.schemas';
import { Breakable } from '@/components/ui/breakable';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { mailto } from '@/lib/mailto';
import { getSafeLink } from '@/lib/safe-link';

/** What the source sent with the lead beside its fields, by the source's own names. Nothing for most leads. */
export const ExtrasCard = ({ extras, className }: { extras: Extras | null; className?: string }) =>
  extras === null || extras.length === 0 ? null : (
    <Card title="Also sent by the source" className={className}>
      <Facts facts={extras.map(({ name, value }) => [name, value])} />
    </Card>
  );

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
