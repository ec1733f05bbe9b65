import { formatPhone } from '@desk/contracts/format/phone';
import { formatPrice } from '@desk/contracts/format/price';
import { REMOVED } from '@desk/contracts/leads/lead-fields';
import { LEADS_PAGE_SIZE } from '@desk/contracts/leads/sold-leads.values';
import { toCents } from '@desk/contracts/money';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Breakable } from '@/components/ui/breakable';
import { Mail, Phone } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, formatDateTime, formatTime } from '@/lib/dates';
import { mailto } from '@/lib/mailto';
import { useNow } from '@/lib/use-now';
import { CONTACT_WITHHELD, getLeadName } from '../lib/lead-labels';
import type { ListedLead } from '../lib/sample-leads';
import { LeadBadges } from './lead-badges';
import { isWorkable, type LeadWork, Plans, SelectLead, StatusOfLead } from './lead-row-fields';

/** A card in narrow containers, a row in wide ones. */
const entryClasses = clsx(
  'grid gap-x-5 rounded-card border border-line bg-surface p-4 pb-3',
  "[grid-template-areas:'name_price''plans_plans''badges_badges''contact_contact''place_place''date_delivered'] grid-cols-[minmax(0,1fr)_auto]",
  "@md:[grid-template-areas:'name_price''plans_plans''badges_badges''contact_place''date_delivered']",
  '@4xl:rounded-none @4xl:border-x-0 @4xl:border-t-0 @4xl:px-5 @4xl:py-2.5 @4xl:last:border-b-0',
  "@4xl:[grid-template-areas:'name_badges_contact_place_price''date_badges_contact_place_delivered''plans_plans_plans_plans_plans']",
  '@4xl:grid-cols-[minmax(0,22fr)_minmax(0,16fr)_minmax(0,28fr)_minmax(0,9fr)_minmax(0,12fr)]',
);

const contactClasses =
  'relative flex min-h-11 min-w-0 items-center gap-2.5 wrap-anywhere @4xl:min-h-6 @4xl:text-sm @4xl:pointer-coarse:min-h-11';

interface ContactRowProps {
  icon: typeof Mail;
  /** Sample contacts are not real, so they are not links. */
  href: string | undefined;
  children: ReactNode;
}

function ContactRow({ icon: Icon, href, children }: ContactRowProps) {
  const Row = href === undefined ? 'p' : 'a';
  return (
    <Row
      href={href}
      className={clsx(contactClasses, href !== undefined && 'hover:text-brand hover:underline')}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span>{children}</span>
    </Row>
  );
}

function Contact({ lead: { email, phone, isSample, isContactWithheld } }: { lead: ListedLead }) {
  const withheld =
    isContactWithheld === true ? CONTACT_WITHHELD : email === REMOVED ? 'Contact details removed' : null;
  if (withheld !== null) return <p className={clsx(contactClasses, 'text-muted')}>{withheld}</p>;
  return (
    <>
      <ContactRow icon={Mail} href={isSample ? undefined : mailto(email)}>
        <Breakable text={email} />
      </ContactRow>
      <ContactRow icon={Phone} href={isSample ? undefined : `tel:${phone}`}>
        {formatPhone(phone)}
      </ContactRow>
    </>
  );
}

function Name({ lead }: { lead: ListedLead }) {
  const { search, hash } = useLocation();
  if (lead.isSample) return getLeadName(lead);
  return (
    <Link
      to={`/leads/${lead.id}`}
      state={{ list: `${search}${hash}` }}
      className="rounded-control after:absolute after:inset-0 hover:text-brand"
    >
      {getLeadName(lead)}
    </Link>
  );
}

/** Leaves out the date if the lead was delivered on the day of its sale. */
const formatDelivered = ({ soldAt, deliveredAt }: ListedLead): string => {
  if (deliveredAt === null) return 'Not delivered yet';
  const isSameDay = formatDate(soldAt) === formatDate(deliveredAt);
  return `Delivered ${isSameDay ? formatTime(deliveredAt) : formatDateTime(deliveredAt)}`;
};

interface LeadEntryProps {
  lead: ListedLead;
  work: LeadWork;
  nowMs: number;
  isHighlighted: boolean;
}

function LeadEntry({ lead, work, nowMs, isHighlighted }: LeadEntryProps) {
  const hasFields = isWorkable(lead);
  // Fixed on mount, so an entry that is already visible never starts to glow.
  const [glows] = useState(isHighlighted);
  return (
    <li
      className={clsx(
        entryClasses,
        'tabular relative transition-colors duration-150',
        lead.isSample ? 'border-dashed' : 'hover:bg-sunken/60',
        glows &&
          'animate-[lead-in_180ms_var(--ease-out),lead-glow_1800ms_ease-out] motion-reduce:animate-none',
      )}
    >
      <div className="flex gap-3 [grid-area:name]">
        {hasFields ? <SelectLead lead={lead} work={work} /> : null}
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          <Name lead={lead} />
        </h3>
      </div>
      <p className="text-right text-sm leading-6.5 text-muted [grid-area:price]">
        {formatPrice(toCents(lead.price))}/lead
      </p>
      <Plans lead={lead} nowMs={nowMs} className={clsx('mt-1 [grid-area:plans]', hasFields && '@4xl:pl-8')} />
      <div className="mt-2 flex flex-wrap content-center items-center gap-1.5 [grid-area:badges] @4xl:mt-0">
        <LeadBadges lead={lead} showsStatus={!hasFields} />
        {hasFields ? <StatusOfLead lead={lead} work={work} /> : null}
      </div>
      <div className="mt-2 grid content-center [grid-area:contact] @4xl:mt-0">
        <Contact lead={lead} />
      </div>
      <div className="flex gap-x-2 [grid-area:place] @md:mb-2.5 @md:self-end @4xl:mb-0 @4xl:block @4xl:self-center @4xl:text-sm">
        <p className="font-semibold @4xl:leading-6">{lead.state}</p>
        <p className="text-muted @4xl:leading-6">{lead.estimatedAssets}</p>
      </div>
      <p className={clsx('mt-2 text-sm text-muted [grid-area:date] @4xl:mt-0', hasFields && '@4xl:pl-8')}>
        <time dateTime={lead.soldAt}>{formatDateTime(lead.soldAt)}</time>
      </p>
      <p
        className={clsx(
          'mt-2 text-right text-sm [grid-area:delivered] @4xl:mt-0',
          lead.deliveredAt === null ? 'text-money' : 'text-muted',
        )}
      >
        {formatDelivered(lead)}
      </p>
    </li>
  );
}

const listClasses = clsx(
  'grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-1 @4xl:gap-0',
  '@4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface',
);

/** While another page or filter loads. */
const staleClasses = 'opacity-60 transition-opacity duration-150';

interface LeadListProps {
  leads: readonly ListedLead[];
  /** The leads belong to another page or filter. */
  isStale: boolean;
  highlightedIds: readonly string[];
  work: LeadWork;
}

const MINUTE_MS = 60_000;

export function LeadList({ leads, isStale, highlightedIds, work }: LeadListProps) {
  const nowMs = useNow(MINUTE_MS);
  return (
    <div className="@container">
      <ul
        aria-label="Leads"
        aria-busy={isStale}
        data-focus="rows"
        className={clsx(listClasses, isStale && staleClasses)}
      >
        {leads.map((lead) => (
          <LeadEntry
            key={lead.id}
            lead={lead}
            work={work}
            nowMs={nowMs}
            isHighlighted={highlightedIds.includes(lead.id)}
          />
        ))}
      </ul>
    </div>
  );
}

export const LeadListSkeleton = () => (
  <div role="status" className="@container">
    <p className="sr-only">Loading leads...</p>
    <div className={listClasses}>
      {Array.from({ length: LEADS_PAGE_SIZE }, (_, index) => (
        <div key={index} className={entryClasses}>
          <Skeleton className="my-1 h-4.5 w-40 max-w-full [grid-area:name]" />
          <Skeleton className="my-1 h-4.5 w-16 justify-self-end [grid-area:price]" />
          <Skeleton className="mt-2 h-6.5 w-28 self-center [grid-area:badges] @4xl:mt-0" />
          <div className="mt-2 grid content-center gap-2 [grid-area:contact] @4xl:mt-0">
            <Skeleton className="my-2.5 h-4 w-48 max-w-full @4xl:my-0" />
            <Skeleton className="my-2.5 h-4 w-32 @4xl:my-0" />
          </div>
          <Skeleton className="my-1 h-4.5 w-28 self-center [grid-area:place]" />
          <Skeleton className="mt-3 h-3.5 w-32 [grid-area:date] @4xl:mt-1" />
          <Skeleton className="mt-3 h-3.5 w-24 justify-self-end [grid-area:delivered] @4xl:mt-1" />
        </div>
      ))}
    </div>
  </div>
);
