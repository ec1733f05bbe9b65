import {
  DAILY_LIMIT_DEFAULT,
  DAILY_LIMIT_MAX,
  DAILY_LIMIT_MIN,
} from '@desk/contracts/leads/daily-limit.values';
import { LEAD_PRICE } from '@/config/pricing';
import { formatCount } from '@/lib/numbers';

const terms = [
  ['Exclusive', 'Each lead is sold only to you and never resold.'],
  [
    'Your limit',
    `${DAILY_LIMIT_DEFAULT} leads a day to begin with. Change it any time, from ${DAILY_LIMIT_MIN} to ${formatCount(DAILY_LIMIT_MAX)}.`,
  ],
  ['Your pause', 'Takes effect with the very next lead, without penalty.'],
  ['Your card', 'Add it in your settings afterwards. Leads start once it is saved.'],
] as const;

/** Price and terms, shown next to the registration form. */
export function Offer() {
  return (
    <aside aria-labelledby="offer" className="rounded-card border border-line lg:sticky lg:top-28">
      <p className="flex items-baseline gap-2 border-b border-line px-5 py-4 sm:px-6">
        <span className="display tabular text-2xl">{LEAD_PRICE}</span>
        <span id="offer" className="text-muted">
          per lead, flat
        </span>
      </p>
      <dl className="px-5 py-1 sm:px-6">
        {terms.map(([term, description]) => (
          <div key={term} className="border-b border-line py-3.5 last:border-0">
            <dt className="font-semibold">{term}</dt>
            <dd className="text-sm text-muted">{description}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
