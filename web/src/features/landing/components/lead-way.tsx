import { LEAD_PRICE } from '@/lib/money';

const steps = [
  ['Posted', 'A retiree asks about an annuity on a compliant funnel.'],
  ['Matched', 'One agent is reserved for the lead. Nobody else sees it.'],
  ['Charged', `${LEAD_PRICE} is taken from that agent's saved card.`],
  ['Delivered', 'All contact details are emailed to the agent at once.'],
] as const;

/** What happens to a lead, in its order. */
export function LeadWay() {
  return (
    <section aria-label="A lead's way" className="border-y border-line bg-surface">
      <ol className="page grid max-md:py-8 md:grid-cols-4">
        {steps.map(([name, text], index) => (
          <li
            key={name}
            className="relative flex gap-4 pb-6 last:pb-0 md:flex-col md:gap-3 md:border-l md:border-line md:px-6 md:py-9 md:last:pb-9 md:last:border-r"
          >
            {index === steps.length - 1 ? null : (
              <span aria-hidden className="absolute top-9 bottom-1 left-[15px] w-px bg-line md:hidden" />
            )}
            <span
              aria-hidden
              className="figures grid size-8 shrink-0 place-items-center rounded-full border border-line-strong text-sm font-semibold"
            >
              {index + 1}
            </span>
            <div>
              <h2 className="font-semibold">{name}</h2>
              <p className="max-w-[44ch] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
