import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { CreditCard } from '@/components/ui/product-icons';
import { Skeleton } from '@/components/ui/skeleton';
import { cardQuery } from '../api/get-card';
import { brandName, type Card, type CardState, cardStateOf, expiryOf } from '../lib/card';

const warnings: Record<Exclude<CardState, 'ready'>, { tone: 'money' | 'danger'; text: string }> = {
  'expires-soon': {
    tone: 'money',
    text: 'This card expires at the end of this month. Replace it so that your leads go on.',
  },
  expired: { tone: 'danger', text: 'This card has expired. Replace it so that your leads go on.' },
  refused: {
    tone: 'danger',
    text: 'Your last charge was declined. You get no leads until you replace this card.',
  },
};

const Ready = () => (
  <p className="flex gap-1.5 text-brand max-sm:text-sm">
    <Check aria-hidden className="mt-1 size-[18px] shrink-0 max-sm:mt-px" />
    Payment method is active and ready
  </p>
);

function Summary({ card }: { card: Card }) {
  return (
    <p className="tabular flex flex-wrap gap-x-4 text-muted">
      <span>
        {brandName(card.brand)} ending in {card.last4}
      </span>
      <span>Expires {expiryOf(card)}</span>
    </p>
  );
}

const CardSkeleton = () => (
  <div role="status">
    <span className="sr-only">Loading the card</span>
    <Skeleton className="mt-1 h-5 w-56 max-w-full" />
    <Skeleton className="mt-2 h-5 w-64 max-w-full" />
  </div>
);

/** The card that is charged, as far as we know it. */
export function CardDetails() {
  const { data, isError, isFetching, refetch } = useQuery(cardQuery);
  const state = data === undefined ? null : cardStateOf(data, new Date());
  return (
    <>
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-muted">
          <CreditCard aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 grow">
          <p className="font-semibold">Card on file</p>
          {data?.card ? <Summary card={data.card} /> : null}
          {state === 'ready' ? <Ready /> : null}
          {data === undefined && !isError ? <CardSkeleton /> : null}
          {data === undefined && isError ? (
            <div role="alert">
              <p className="text-muted">Its details could not be loaded.</p>
              <Button
                variant="secondary"
                className="mt-3"
                disabled={isFetching}
                onClick={() => void refetch()}
              >
                Try again
              </Button>
            </div>
          ) : null}
        </div>
      </div>
      {state === null || state === 'ready' ? null : (
        <div className="mt-5">
          <Notice tone={warnings[state].tone}>{warnings[state].text}</Notice>
        </div>
      )}
    </>
  );
}
