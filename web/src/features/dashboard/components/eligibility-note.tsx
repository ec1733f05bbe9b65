import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import type { EligibilityReason } from '@desk/contracts/leads/sold-leads.values';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { CardRecoveryButton } from '@/components/card-recovery/card-recovery';
import { CircleCheck, CirclePause, CreditCard, Hourglass, TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { routeQuery } from '@/lib/route-query';
import { describeEligibility } from '../lib/describe-eligibility';

const icons: Record<EligibilityReason, ComponentType<{ className?: string; 'aria-hidden'?: boolean }>> = {
  paused: CirclePause,
  'no-card': CreditCard,
  'card-failing': TriangleAlert,
  'limit-reached': Hourglass,
  'charge-on-hold': Hourglass,
  'weekly-budget-reached': Hourglass,
  'monthly-budget-reached': Hourglass,
  'outside-hours': Hourglass,
  'filters-too-narrow': TriangleAlert,
  'waiting-for-supply': CircleCheck,
};
const tones = { brand: 'text-brand', money: 'text-money', danger: 'text-danger' } as const;

/** Offers what makes the card usable again with one click. */
function FailingCard() {
  const { data } = useQuery({ ...routeQuery('getCard'), staleTime: 0 });
  return data?.recovery && data.recovery !== 'replace' ? (
    <div className="mt-3 ml-8">
      <CardRecoveryButton recovery={data.recovery} />
    </div>
  ) : null;
}

interface EligibilityNoteProps {
  id: string;
  /** Undefined until loaded. */
  summary: DashboardSummary | undefined;
  hasFailed: boolean;
}

export function EligibilityNote({ id, summary, hasFailed }: EligibilityNoteProps) {
  const description = summary === undefined ? null : describeEligibility(summary);
  const Icon = description === null ? null : icons[description.reason];
  return (
    <div id={id} role="status">
      {hasFailed ? null : description === null || Icon === null ? (
        <Skeleton className="my-[3px] h-5 w-4/5" />
      ) : (
        <p className="flex gap-3">
          <Icon aria-hidden className={clsx('mt-[3px] size-5 shrink-0', tones[description.tone])} />
          <span>
            {description.text}{' '}
            {description.action === undefined ? null : (
              <Link to={description.action.to} className="link font-semibold whitespace-nowrap">
                {description.action.label}
              </Link>
            )}{' '}
            <Link to="/lead-report" className="link whitespace-nowrap">
              See why
            </Link>
          </span>
        </p>
      )}
      {description?.reason === 'card-failing' ? <FailingCard /> : null}
    </div>
  );
}
