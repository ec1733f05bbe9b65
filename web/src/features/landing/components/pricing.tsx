import { DAILY_LIMIT_PRESETS } from '@desk/contracts/leads/daily-limit.values';
import { Check } from '@/components/ui/icons';
import { ButtonLink } from '@/components/ui/button';
import { formatDailyCost, LEAD_PRICE, REFUND_RULE } from '@/config/pricing';

const included = [
  'Full contact details, delivered at once',
  'Sold only to you, never resold',
  'Charged to your saved card when the lead is delivered',
  'No subscription, no setup fee, no minimum',
  'Pause or resume any time without penalty',
] as const;

const LimitTable = () => (
  <table className="tabular w-full text-left">
    <caption className="pb-3 text-left font-semibold">Your daily limit is your daily budget</caption>
    <thead className="border-y border-line text-sm text-muted">
      <tr>
        <th scope="col" className="py-2.5 font-normal">
          Daily limit
        </th>
        <th scope="col" className="py-2.5 text-right font-normal">
          At most per day
        </th>
      </tr>
    </thead>
    <tbody>
      {DAILY_LIMIT_PRESETS.map((limit) => (
        <tr key={limit} className="border-b border-line">
          <td className="py-2.5">{limit === 1 ? '1 lead' : `${limit} leads`}</td>
          <td className="py-2.5 text-right font-semibold">{formatDailyCost(limit)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const Pricing = () => (
  <section id="pricing" className="page section">
    <h2 className="display text-2xl md:text-3xl">Pay for leads. Nothing else.</h2>
    <div className="mt-8 grid gap-x-16 gap-y-12 md:mt-12 lg:grid-cols-2">
      <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
        <p className="flex items-baseline gap-2">
          <span className="display tabular text-4xl">{LEAD_PRICE}</span>
          <span className="text-muted">per lead, flat</span>
        </p>
        <ul className="mt-6 grid gap-3">
          {included.map((benefit) => (
            <li key={benefit} className="flex gap-3">
              <Check aria-hidden className="mt-1 size-[18px] shrink-0 text-brand" strokeWidth={2.25} />
              {benefit}
            </li>
          ))}
        </ul>
        <p className="mt-6 text-sm text-muted">{REFUND_RULE}</p>
        <ButtonLink to="/get-started" size="lg" className="mt-6 w-full">
          Get Started
        </ButtonLink>
      </div>
      <LimitTable />
    </div>
  </section>
);
