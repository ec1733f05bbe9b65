import { formatPhone } from '@desk/contracts/format/phone';
import { type LeadFieldName, REMOVED } from '@desk/contracts/leads/lead-fields';
import { Breakable } from '@/components/ui/breakable';
import { mailto } from '@/lib/mailto';

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
