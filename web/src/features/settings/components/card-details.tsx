import { useQuery } from '@tanstack/react-query';
import { CardRecoveryButton } from '@/components/card-recovery/card-recovery';
import { Button } from '@/components/ui/button';
import { Check, CreditCard } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { routeQuery } from '@/lib/route-query';
import { type CardState, formatBrand, formatExpiry, getCardState } from '@/lib/card';

const warnings: Record<Exclude<CardState, 'ready'>, { tone: 'money' | 'danger'; text: string }> = {
  'expires-soon': {
    tone: 'money',
    text: 'This card expires at the end of this month. Replace it to keep receiving leads.',
  },
  expired: { tone: 'danger', text: 'This card has expired. Replace it to keep receiving leads.' },
  declined: {
    tone: 'danger',
    text: 'Your last charge was declined. You will not receive leads until this card works again or you replace it.',
  },
};

const CardSkeleton = () => (
  <div role="status">
    <span className="sr-only">Loading your card</span>
    <Skeleton className="mt-1 h-5 w-56 max-w-full" />
    <Skeleton className="mt-2 h-5 w-64 max-w-full" />
  </div>
);

export function CardDetails() {
  const { data, isError, isFetching, refetch } = useQuery({
    ...routeQuery('getCard'),
    // Charges change its state.
    staleTime: 0,
  });
  const state = data === undefined ? null : getCardState(data, new Date());
  return (
    <>
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-muted">
          <CreditCard aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 grow">
          <p className="font-semibold">Card on file</p>
          {data?.card ? (
            <p className="tabular flex flex-wrap gap-x-4 text-muted">
              <span>
                {formatBrand(data.card.brand)} ending in {data.card.last4}
              </span>
              <span>Expires {formatExpiry(data.card)}</span>
            </p>
          ) : null}
          {state === 'ready' ? (
            <p className="flex gap-1.5 text-brand max-sm:text-sm">
              <Check aria-hidden className="mt-1 size-[18px] shrink-0 max-sm:mt-px" />
              Payment method is active and ready
            </p>
          ) : null}
          {data === undefined && !isError ? <CardSkeleton /> : null}
          {data === undefined && isError ? (
            <div role="alert">
              <p className="text-muted">The card details could not be loaded.</p>
              <Button variant="secondary" className="mt-3" isBusy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            </div>
          ) : null}
        </div>
      </div>
      {state === null || state === 'ready' ? null : (
        <div className="mt-5">
          <Notice tone={warnings[state].tone}>{warnings[state].text}</Notice>
          {data?.recovery ? (
            <div className="mt-4">
              <CardRecoveryButton recovery={data.recovery} />
            </div>
          ) : null}
        </div>
      )}
    </>
  );
}
