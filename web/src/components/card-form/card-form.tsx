import { Elements } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { useMediaQuery } from '@/lib/use-media-query';
import { CardFields, type CardFieldsProps, CardFieldsSkeleton, buttonsClasses } from './card-fields';
import { loadCardProvider } from './load-stripe';

/** Passes our colors to Stripe by value: its fields live in an iframe that our CSS does not reach. */
function useStripeAppearance(): Appearance {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('brand'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: color('muted'),
      colorDanger: color('danger'),
      fontFamily: "'Source Sans 3 Variable', system-ui, sans-serif",
      fontSizeBase: '16px',
      borderRadius: '6px',
      gridRowSpacing: '16px',
    },
  };
}

/** Stripe's card form. Card numbers go from its iframe straight to Stripe and never reach our code. */
export function CardForm(props: Omit<CardFieldsProps, 'onBlocked'>) {
  const queryClient = useQueryClient();
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: () => loadCardProvider(queryClient),
  });
  const [hasFailed, setFailed] = useState(false);
  const appearance = useStripeAppearance();

  if (provider.isError || hasFailed)
    return (
      <CardFormBlocked
        isRetrying={provider.isFetching}
        secondary={props.secondary}
        onRetry={() => {
          setFailed(false);
          void provider.refetch();
        }}
      />
    );
  if (!provider.data) return <CardFormSkeleton frameClassName={props.frameClassName} />;
  return (
    <Elements stripe={provider.data} options={{ clientSecret: props.clientSecret, appearance }}>
      <CardFields {...props} onBlocked={() => setFailed(true)} />
    </Elements>
  );
}

const CardFormSkeleton = ({ frameClassName }: Pick<CardFieldsProps, 'frameClassName'>) => (
  <div role="status">
    <span className="sr-only">Loading the card form</span>
    <div className={frameClassName}>
      <div className="relative min-h-[248px]">
        <CardFieldsSkeleton />
      </div>
    </div>
    <Skeleton className="mt-6 h-13 w-36" />
  </div>
);

interface BlockedProps extends Pick<CardFieldsProps, 'secondary'> {
  isRetrying: boolean;
  onRetry: () => void;
}

function CardFormBlocked({ isRetrying, onRetry, secondary }: BlockedProps) {
  return (
    <>
      <div role="alert" className="rounded-card border border-danger bg-danger-soft p-5 sm:p-6">
        <p className="flex gap-3 font-semibold text-danger">
          <TriangleAlert aria-hidden className="mt-[3px] size-5 shrink-0" />
          The card form could not be loaded.
        </p>
        <p className="mt-2">
          It is provided by Stripe, our card processor. Check your connection, and if you use a content
          blocker, allow js.stripe.com. Nothing you have entered so far is lost.
        </p>
      </div>
      <div className={buttonsClasses}>
        {secondary}
        <Button size="lg" className="max-sm:grow" isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  );
}
