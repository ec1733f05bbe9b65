import { ButtonLink } from '@/components/ui/button';
import { BadgeCheck, Lock, Mail, Phone } from '@/components/ui/icons';
import { LEAD_PRICE } from '@/config/pricing';
import { sampleLead } from '../lib/sample-lead';

const facts = [
  ['Age range', sampleLead.ageRange],
  ['Assets', sampleLead.assets],
  ['Lead type', sampleLead.leadType],
  ['Timeline', sampleLead.timeline],
  ['Location', sampleLead.location],
] as const;

/** Contact details that are shown blurred: dummy texts as long as real ones. */
const hiddenDetails = [
  [Mail, 'Email', 'xxxxxxxxxxx@xxxxx.xxx'],
  [Phone, 'Phone', '(000) 000-0000'],
] as const;

const SampleLeadCard = () => (
  <article
    aria-label="Sample lead"
    className="w-full rounded-card border border-line bg-surface shadow-float"
  >
    <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 sm:px-6">
      <div>
        <p className="text-sm text-muted">Sample lead</p>
        <h2 className="display text-xl">{sampleLead.fullName}</h2>
      </div>
      <p className="mt-0.5 rounded-full bg-brand-soft px-3 py-0.5 text-sm font-semibold whitespace-nowrap text-brand">
        Exclusive
      </p>
    </header>
    <dl className="grid grid-cols-2 border-t border-line [&>*:not(:last-child)]:border-b [&>*:nth-child(even)]:border-l [&>*]:border-line">
      {facts.map(([label, value]) => (
        <div key={label} className="px-5 py-3.5 last:col-span-2 sm:px-6">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="tabular font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
    <dl className="border-t border-line bg-sunken py-1">
      {hiddenDetails.map(([Icon, label, dummy]) => (
        <div key={label} className="flex items-center gap-3 px-5 py-3 sm:px-6">
          <dt className="flex items-center gap-3 text-sm text-muted">
            <Icon aria-hidden className="size-[18px] shrink-0" />
            <span className="w-12">{label}</span>
          </dt>
          <dd className="flex min-w-0 grow items-center justify-between gap-3">
            <span aria-hidden className="tabular truncate font-semibold blur-[5px] select-none">
              {dummy}
            </span>
            <span className="sr-only">Hidden until you buy the lead.</span>
            <span className="inline-flex items-center gap-1 text-sm font-medium text-brand">
              <BadgeCheck aria-hidden className="size-4" />
              Verified
            </span>
          </dd>
        </div>
      ))}
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

export const Hero = () => (
  <section className="page grid grid-cols-1 items-center gap-x-16 gap-y-12 pt-12 pb-16 md:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,472px)] lg:pt-20 lg:pb-24">
    <div>
      <h1 className="display text-3xl md:text-4xl">
        Annuity leads sold once, to you, the moment they arrive.
      </h1>
      <p className="mt-5 max-w-[52ch] text-lg text-muted">
        Verified retirees aged 55 and over who asked about a fixed, indexed or MYGA annuity. Emailed to you in
        real time and billed at a flat {LEAD_PRICE} per lead.
      </p>
      <ButtonLink to="/get-started" size="lg" className="mt-8 max-sm:w-full">
        Get Started
      </ButtonLink>
      <p className="mt-4 text-sm text-muted">No subscription. Pause or resume any time without penalty.</p>
    </div>
    <SampleLeadCard />
  </section>
);
