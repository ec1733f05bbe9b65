import { leadTypeNames } from '@/config/site';
import { LEAD_PRICE } from '@/config/pricing';

const [fixed, indexed, myga] = leadTypeNames;
const rows = [
  [fixed, 'People who want a guaranteed rate and an income they can plan on.'],
  [indexed, 'People who want index-linked growth with their principal protected.'],
  [myga, 'People comparing multi-year guaranteed rates, often when a CD matures.'],
] as const;

export function LeadTypes() {
  return (
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
}
