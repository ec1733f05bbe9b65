import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.http';
import type { EligibilityReason } from '@desk/contracts/leads/sold-leads.values';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { CircleCheck, CirclePause, TriangleAlert } from '@/components/ui/icons';
import { CreditCard, Hourglass } from '@/components/ui/product-icons';
import { Skeleton } from '@/components/ui/skeleton';
import { standingLine } from '../lib/standing-line';

const icons: Record<EligibilityReason, ComponentType<{ className?: string; 'aria-hidden'?: boolean }>> = {
  paused: CirclePause,
  'no-card': CreditCard,
  'card-failing': TriangleAlert,
  'limit-reached': Hourglass,
  'waiting-for-supply': CircleCheck,
};
const tones = { brand: 'text-brand', money: 'text-money', danger: 'text-danger' } as const;

interface StandingNoteProps {
  /** Undefined while it is not known. */
  dashboard: DashboardSummary | undefined;
  /** It could not be read. */
  isUnknown: boolean;
}

/** One true line on why leads come or do not. */
export function StandingNote({ dashboard, isUnknown }: StandingNoteProps) {
  const line = dashboard === undefined ? null : standingLine(dashboard);
  const Icon = line === null ? null : icons[line.reason];
  return (
    <div role="status">
      {isUnknown ? null : line === null || Icon === null ? (
        <Skeleton className="my-[3px] h-5 w-4/5" />
      ) : (
        <p className="flex gap-3">
          <Icon aria-hidden className={clsx('mt-[3px] size-5 shrink-0', tones[line.tone])} />
          <span>
            {line.text}{' '}
            {line.action === undefined ? null : (
              <Link to={line.action.to} className="link font-semibold whitespace-nowrap">
                {line.action.label}
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
