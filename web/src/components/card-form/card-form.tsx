import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, SetupIntent } from '@stripe/stripe-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toastStore } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { Lock, TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { getErrorMessage } from '@/lib/api-client';
import { useMediaQuery } from '@/lib/use-media-query';
import { loadCardProvider } from './load-stripe';

const NOT_SUCCEEDED = 'Payment setup was not successful';
const UNEXPECTED = 'Something went wrong while saving your card. Please try again.';

/** Its message is shown to the user unchanged. */
class CardError extends Error {}

const buttonsClasses = 'mt-6 flex flex-wrap gap-3';

interface CardFieldsProps {
  clientSecret: string;
  submitLabel: string;
  pendingLabel: string;
  onSaved: (setup: SetupIntent) => Promise<void> | void;
  /** Shown when neither the provider nor the server sent a message. */
  failure?: string;
  frameClassName?: string | undefined;
  /** A second button, before the submit button. */
  secondary?: ReactNode;
  /** Called if Stripe cannot show its fields. */
  onBlocked: () => void;
}

/** Stripe's fields, and the buttons below them. */
function CardFields({
  clientSecret,
  submitLabel,
  pendingLabel,
  onSaved,
  failure = UNEXPECTED,
  frameClassName,
  secondary,
  onBlocked,
}: CardFieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const describe = (error: unknown): string =>
    error instanceof CardError ? error.message : getErrorMessage(error, failure);
  const { mutate, isPending, error } = useMutation({
    onMutate: () => toastStore.dismissAll(),
    mutationFn: async () => {
      if (!stripe || !elements) throw new CardError(failure);
      const submission = await elements.submit();
      if (submission.error) throw new CardError(submission.error.message ?? NOT_SUCCEEDED);
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        clientSecret,
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      });
      // Confirming works once. If its answer was lost, the next attempt's error contains the saved setup.
      const setup = error ? error.setup_intent : setupIntent;
      if (setup?.status !== 'succeeded') throw new CardError(error?.message ?? NOT_SUCCEEDED);
      await onSaved(setup);
    },
    meta: { failure: describe },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      <div className={frameClassName}>
        {/* Reserves the height of the form, so that nothing moves when it loads. */}
        <div className="relative min-h-[248px]">
          {isReady ? null : <CardFieldsSkeleton />}
          <PaymentElement onReady={() => setReady(true)} onLoadError={onBlocked} />
        </div>
        {error === null ? null : (
          <p className="mt-4 rounded-control bg-danger-soft px-3 py-2 text-sm font-medium text-danger">
            {describe(error)}
          </p>
        )}
      </div>
      <PrivacyNote />
      <div className={buttonsClasses}>
        {/* Leaving now would not stop the provider from saving the card. */}
        <fieldset disabled={isPending} className="contents">
          {secondary}
        </fieldset>
        <PendingButton
          type="submit"
          size="lg"
          disabled={!isReady}
          isPending={isPending}
          pendingLabel={pendingLabel}
          className="max-sm:grow"
        >
          {submitLabel}
        </PendingButton>
      </div>
    </form>
  );
}

const PrivacyNote = () => (
  <p className="mt-4 flex gap-2.5 text-sm text-muted">
    <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
    Your card details go straight to Stripe, our card processor. We never see or store the number.
  </p>
);

const CardFieldsSkeleton = () => (
  <div aria-hidden className="absolute inset-0 grid grid-cols-2 content-start gap-4">
    <Skeleton className="col-span-2 mt-6 h-11" />
    <Skeleton className="mt-6 h-11" />
    <Skeleton className="mt-6 h-11" />
    <Skeleton className="col-span-2 mt-6 h-11" />
  </div>
);

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
  if (!provider.data)
    return (
      <div role="status">
        <span className="sr-only">Loading the card form</span>
        <div className={props.frameClassName}>
          <div className="relative min-h-[248px]">
            <CardFieldsSkeleton />
          </div>
        </div>
        <PrivacyNote />
        <Skeleton className="mt-6 h-13 w-36" />
      </div>
    );
  return (
    <Elements stripe={provider.data} options={{ clientSecret: props.clientSecret, appearance }}>
      <CardFields {...props} onBlocked={() => setFailed(true)} />
    </Elements>
  );
}

interface BlockedProps extends Pick<CardFieldsProps, 'secondary'> {
  isRetrying: boolean;
  onRetry: () => void;
}

const CardFormBlocked = ({ isRetrying, onRetry, secondary }: BlockedProps) => (
  <>
    <div role="alert" className="rounded-card border border-danger bg-danger-soft p-5 sm:p-6">
      <p className="flex gap-3 font-semibold text-danger">
        <TriangleAlert aria-hidden className="mt-[3px] size-5 shrink-0" />
        The card form could not be loaded.
      </p>
      <p className="mt-2">
        It is provided by Stripe, our card processor. Check your connection, and if you use a content blocker,
        allow js.stripe.com. Nothing you have entered so far is lost.
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
