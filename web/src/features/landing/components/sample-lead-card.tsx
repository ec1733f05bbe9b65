import { BadgeCheck, Lock, Mail, Phone } from '@/components/ui/icons';
import type { ComponentType, ReactNode } from 'react';
import { LEAD_PRICE } from '@/config/pricing';
import { sampleLead as sample } from '../lib/sample-lead';

interface FactProps {
  label: string;
  children: ReactNode;
  isWide?: boolean;
}

function Fact({ label, children, isWide = false }: FactProps) {
  return (
    <div className={isWide ? 'col-span-2 px-5 py-3.5 sm:px-6' : 'px-5 py-3.5 sm:px-6'}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tabular font-semibold">{children}</dd>
    </div>
  );
}

interface HiddenDetailProps {
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  label: string;
  /** Dummy text shown blurred, as long as the real value. */
  dummy: string;
}

function HiddenDetail({ icon: Icon, label, dummy }: HiddenDetailProps) {
  return (
    <div className="flex items-center gap-3 px-5 py-3 sm:px-6">
      <dt className="flex items-center gap-3 text-sm text-muted">
        <Icon aria-hidden className="size-[18px] shrink-0" />
        <span className="w-12">{label}</span>
      </dt>
      <dd className="flex min-w-0 grow items-center justify-between gap-3">
        <span aria-hidden className="blurred tabular truncate font-semibold">
          {dummy}
        </span>
        <span className="sr-only">Hidden until you buy the lead.</span>
        <span className="inline-flex items-center gap-1 text-sm font-medium text-brand">
          <BadgeCheck aria-hidden className="size-4" />
          Verified
        </span>
      </dd>
    </div>
  );
}

export function SampleLeadCard() {
  return (
    <article
      aria-label="Sample lead"
      className="w-full rounded-card border border-line bg-surface shadow-float"
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 sm:px-6">
        <div>
          <p className="text-sm text-muted">Sample lead</p>
          <h2 className="display text-xl">{sample.fullName}</h2>
        </div>
        <p className="mt-0.5 rounded-full bg-brand-soft px-3 py-0.5 text-sm font-semibold whitespace-nowrap text-brand">
          Exclusive
        </p>
      </header>
      <dl className="grid grid-cols-2 border-t border-line [&>*:not(:last-child)]:border-b [&>*:nth-child(even)]:border-l [&>*]:border-line">
        <Fact label="Age range">{sample.ageRange}</Fact>
        <Fact label="Assets">{sample.assets}</Fact>
        <Fact label="Lead type">{sample.leadType}</Fact>
        <Fact label="Timeline">{sample.timeline}</Fact>
        <Fact label="Location" isWide>
          {sample.location}
        </Fact>
      </dl>
      <dl className="border-t border-line bg-sunken py-1">
        <HiddenDetail icon={Mail} label="Email" dummy="xxxxxxxxxxx@xxxxx.xxx" />
        <HiddenDetail icon={Phone} label="Phone" dummy="(000) 000-0000" />
      </dl>
      <p className="flex items-center justify-between gap-3 rounded-b-card border-t border-money-line bg-money-soft px-5 py-3.5 font-semibold text-money sm:px-6">
        <span className="inline-flex items-center gap-2">
          <Lock aria-hidden className="size-4" />
          Unlock Full Details
        </span>
        <span className="tabular text-lg">{LEAD_PRICE}</span>
      </p>
    </article>
  );
}
