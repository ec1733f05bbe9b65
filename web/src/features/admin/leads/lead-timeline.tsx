import { PAYMENT_ID_START } from '@desk/contracts/billing/billing.values';
import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { BadgeCheck, Check, Clock, Inbox, Receipt, Send, Users, X } from '@/components/ui/icons';
import { formatDate, formatDuration, formatExactTime } from '@/lib/dates';
import { buildLeadTimeline, type Step, type StepKind, type StepTone } from './timeline';
import { CopyButton } from '@/components/ui/copy-button';

const icons: Record<StepKind, ComponentType<{ className?: string; 'aria-hidden'?: boolean }>> = {
  received: Inbox,
  offered: Users,
  charge: Receipt,
  declined: X,
  sold: BadgeCheck,
  delivery: Send,
  delivered: Check,
  refund: Receipt,
  decision: Users,
  ended: Clock,
};

const markers: Record<StepTone, string> = {
  plain: 'border-line-strong bg-surface text-muted',
  good: 'border-brand bg-brand text-on-brand',
  bad: 'border-danger bg-danger-soft text-danger',
  waiting: 'border-dashed border-money bg-money-soft text-money',
};

const titleColors: Partial<Record<StepTone, string>> = { bad: 'text-danger', waiting: 'text-money' };

function StepTime({ step, date }: { step: Step; date: string | null }) {
  if (step.at === null) return step.tone === 'waiting' ? <p className="text-sm text-money">Now</p> : null;
  return (
    <p className="tabular text-sm max-md:flex max-md:flex-wrap max-md:gap-x-2">
      {date === null ? null : <span className="text-muted md:block">{date}</span>}
      <time dateTime={step.at} className="font-medium md:block">
        {formatExactTime(step.at)}
      </time>
      {step.msSincePreviousStep === null ? null : (
        <span className="text-muted md:block">
          +{formatDuration(step.msSincePreviousStep)}
          <span className="sr-only"> after the previous step</span>
        </span>
      )}
    </p>
  );
}

function TimelineStep({ step, date, isLast }: { step: Step; date: string | null; isLast: boolean }) {
  const Icon = icons[step.kind];
  return (
    <li className="grid grid-cols-[28px_1fr] gap-x-3 md:grid-cols-[124px_28px_1fr] md:gap-x-4">
      <div className="pt-0.5 max-md:col-start-2 max-md:row-start-1 md:text-right">
        <StepTime step={step} date={date} />
      </div>
      <div
        className={clsx(
          'relative max-md:col-start-1 max-md:row-span-2 max-md:row-start-1',
          !isLast &&
            'before:absolute before:inset-y-0 before:left-[13px] before:w-px before:bg-line-strong/60',
        )}
      >
        <span
          className={clsx('relative grid size-7 place-items-center rounded-full border', markers[step.tone])}
        >
          <Icon aria-hidden className="size-3.5" />
        </span>
      </div>
      <div className="min-w-0 pb-6 max-md:col-start-2">
        <p className={clsx('font-semibold break-words', titleColors[step.tone])}>{step.title}</p>
        {step.details.map((detail) => (
          <p key={detail} className="tabular text-sm break-words text-muted">
            {detail}
          </p>
        ))}
        {step.code === null ? null : (
          <p className="tabular text-sm break-all text-muted">
            {step.code}
            {step.code.startsWith(PAYMENT_ID_START) ? (
              <CopyButton label="charge ID" text={step.code} />
            ) : null}
          </p>
        )}
      </div>
    </li>
  );
}

export function LeadTimeline({ lead }: { lead: AdminLeadPage }) {
  const steps = buildLeadTimeline(lead);
  const dates = steps.map(({ at }) => (at === null ? null : formatDate(at)));
  return (
    <ol>
      {steps.map((step, index) => (
        <TimelineStep
          key={step.key}
          step={step}
          date={dates[index] === dates[index - 1] ? null : (dates[index] ?? null)}
          isLast={index === steps.length - 1}
        />
      ))}
    </ol>
  );
}
