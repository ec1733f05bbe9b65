import { DAILY_LIMIT_MAX } from '@desk/contracts/leads/daily-limit.values';
import { formatCount } from '@/lib/numbers';

const audience = [
  ['Licensed insurance agents', 'who would rather talk to prospects than search for them.'],
  ['Financial advisors', 'who want retirees with assets to plan for, in their own states.'],
  ['Call centers', `that need steady volume, up to ${formatCount(DAILY_LIMIT_MAX)} leads a day.`],
  ['Wealth firms', 'that fill the calendars of several advisors from one account.'],
] as const;

export function Audience() {
  return (
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
}
