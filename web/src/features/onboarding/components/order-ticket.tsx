import { dailyCost, LEAD_PRICE } from '@/lib/money';
import { numberOf } from '../lib/steps';
import type { Wizard } from '../lib/use-wizard';

const OPEN = '–';

function deliveryOf({
  deliveryEmail,
  deliveryText,
  deliverySlack,
  deliveryOther,
}: Wizard['answers']): string {
  const chosen = [
    deliveryEmail && 'Email',
    deliveryText && 'SMS',
    deliverySlack && 'Slack',
    deliveryOther.trim() !== '' && 'Other',
  ];
  return chosen.filter(Boolean).join(', ');
}

/** The order as it fills up, beside the steps. */
export function OrderTicket({ wizard }: { wizard: Wizard }) {
  const { answers, setupIntentId } = wizard;
  const reached = numberOf(wizard.step);
  const once = (step: Parameters<typeof numberOf>[0], text: string) =>
    reached > numberOf(step) && text !== '' ? text : OPEN;
  const name = [answers.firstName, answers.lastName].filter(Boolean).join(' ');
  const limitKnown = reached > numberOf('daily-limit');
  const rows = [
    ['Delivery', once('delivery', deliveryOf(answers))],
    ['Name', once('name', name)],
    ['Email', once('contact', answers.email)],
    ['Card', setupIntentId === null ? OPEN : 'Saved'],
    ['Daily limit', limitKnown ? `${answers.dailyLeadLimit.toLocaleString('en-US')} / day` : OPEN],
    ['At most', limitKnown ? `${dailyCost(answers.dailyLeadLimit)} / day` : OPEN],
  ] as const;
  return (
    <aside aria-label="Your order" className="sticky top-10 rounded-card border border-line bg-surface">
      <p className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-4">
        <span className="font-semibold">Your order</span>
        <span className="tabular text-sm text-muted">{LEAD_PRICE} per lead</span>
      </p>
      <dl className="tabular px-5 py-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="rounded-b-card border-t border-line bg-sunken px-5 py-3.5 text-sm text-muted">
        No subscription. Nothing is charged until a lead is delivered.
      </p>
    </aside>
  );
}
