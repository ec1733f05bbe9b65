import { DAILY_LIMIT_MAX } from '@desk/contracts/leads/daily-limit.values';
import { ButtonLink } from '@/components/ui/button';
import { LEAD_PRICE } from '@/config/pricing';
import { leadTypeNames } from '@/config/site';
import { formatCount } from '@/lib/numbers';

const statistics = [
  ['10,000+', 'Leads delivered'],
  ['98%', 'TCPA compliance'],
  ['500+', 'Active agents'],
  ['3-5x', 'Better conversion'],
] as const;

export const Statistics = () => (
  <section aria-label="Statistics" className="page pt-16 lg:pt-24">
    <dl className="grid grid-cols-2 gap-y-8 md:grid-cols-4">
      {statistics.map(([value, label]) => (
        <div key={label} className="flex flex-col-reverse justify-end border-l-2 border-brand pl-4 md:pl-5">
          <dt className="text-muted">{label}</dt>
          <dd className="display tabular text-2xl md:text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const [fixed, indexed, myga] = leadTypeNames;
const rows = [
  [fixed, 'People who want a guaranteed rate and an income they can plan on.'],
  [indexed, 'People who want index-linked growth with their principal protected.'],
  [myga, 'People comparing multi-year guaranteed rates, often when a CD matures.'],
] as const;

export const LeadTypes = () => (
  <section aria-labelledby="lead-types" className="border-y border-line bg-surface">
    <div className="page section">
      <h2 id="lead-types" className="display text-2xl md:text-3xl">
        Three lead types, one price.
      </h2>
      <ul className="mt-8 border-t border-line md:mt-10">
        {rows.map(([name, text]) => (
          <li
            key={name}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-5 md:grid-cols-[280px_1fr_auto]"
          >
            <h3 className="text-lg font-semibold">{name}</h3>
            <p className="tabular text-lg font-semibold md:order-last">
              {LEAD_PRICE}
              <span className="text-sm font-normal text-muted"> / lead</span>
            </p>
            <p className="text-muted max-md:col-span-2">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

const audience = [
  ['Licensed insurance agents', 'who would rather talk to prospects than search for them.'],
  ['Financial advisors', 'who want retirees with assets to plan for, in their own states.'],
  ['Call centers', `that need steady volume, up to ${formatCount(DAILY_LIMIT_MAX)} leads a day.`],
  ['Wealth firms', 'that fill the calendars of several advisors from one account.'],
] as const;

export const Audience = () => (
  <section aria-labelledby="perfect-for" className="page pb-16 lg:pb-26">
    <h2 id="perfect-for" className="display text-2xl md:text-3xl">
      Perfect For
    </h2>
    <ul className="mt-6 grid gap-x-16 md:mt-8 md:grid-cols-2">
      {audience.map(([name, description]) => (
        <li key={name} className="border-t border-line py-5">
          <h3 className="text-lg font-semibold">{name}</h3>
          <p className="text-muted">{description}</p>
        </li>
      ))}
    </ul>
  </section>
);

export const Closing = () => (
  <section aria-labelledby="closing" className="border-t border-band-line bg-band text-on-band">
    <div className="page flex flex-col gap-8 py-16 md:flex-row md:items-center md:justify-between md:py-20">
      <div>
        <h2 id="closing" className="display text-2xl md:text-3xl">
          Your next client is filling out a form right now.
        </h2>
        <p className="mt-3 text-on-band-muted">
          Set up in a few short steps. {LEAD_PRICE} per lead, and you can stop any time.
        </p>
      </div>
      <ButtonLink to="/get-started" variant="onBand" size="lg" className="shrink-0">
        Get Started
      </ButtonLink>
    </div>
  </section>
);
