import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import { describeStates } from '../lib/answers';
import { type Step, stepNumber } from '../lib/steps';
import type { Wizard } from '../lib/use-wizard';

const NOT_SET = '–';

function formatDelivery({
  deliveryEmail,
  deliveryText,
  deliverySlack,
  deliveryOther,
}: Wizard['answers']): string {
  const chosen = [
    deliveryEmail && channelFacts.email.label,
    deliveryText && channelFacts.sms.label,
    deliverySlack && channelFacts.slack.label,
    deliveryOther.trim() !== '' && 'Other',
  ];
  return chosen.filter(Boolean).join(', ');
}

export function OrderSummary({ wizard }: { wizard: Wizard }) {
  const { answers, setupIntentId } = wizard;
  const hasPassed = (step: Step) => stepNumber(wizard.step) > stepNumber(step);
  const valueAfter = (step: Step, text: string) => (hasPassed(step) && text !== '' ? text : NOT_SET);
  const name = [answers.firstName, answers.lastName].filter(Boolean).join(' ');
  const isLimitSet = hasPassed('daily-limit');
  const rows = [
    ['Delivery', valueAfter('delivery', formatDelivery(answers))],
    ['Name', valueAfter('name', name)],
    ['Email', valueAfter('contact', answers.email)],
    ['Card', setupIntentId === null ? NOT_SET : 'Saved'],
    ['Daily limit', isLimitSet ? `${answers.dailyLeadLimit.toLocaleString('en-US')} / day` : NOT_SET],
    ['States', isLimitSet ? describeStates(answers) : NOT_SET],
    ['Maximum cost', isLimitSet ? `${formatDailyCost(answers.dailyLeadLimit)} / day` : NOT_SET],
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
