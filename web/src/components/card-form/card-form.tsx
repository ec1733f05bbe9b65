import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { SetupIntent } from '@stripe/stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifyError, toastStore } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { getErrorMessage } from '@/lib/api-client';
import { cardConfigQuery } from './card-config';
import { useStripeAppearance } from './use-stripe-appearance';
import { loadCardProvider } from './load-stripe';

const NOT_SUCCEEDED = 'Payment setup was not successful';
const UNEXPECTED = 'Something went wrong while saving your card. Please try again.';

const buttons = 'mt-6 flex flex-wrap gap-3';

interface CardFormProps {
  clientSecret: string;
  submitLabel: string;
  pendingLabel: string;
  onSaved: (setup: SetupIntent) => Promise<void> | void;
  /** Shown when neither the provider nor the server sent a message. */
  failure?: string;
  /** Classes of the element around the fields. */
  frameClassName?: string | undefined;
  /** Shown below the fields. */
  note?: ReactNode;
  /** A second button, before the submit button. */
  secondary?: ReactNode;
}

/** Stripe's card form. Card numbers go from its iframe straight to Stripe and never reach our code. */
export function CardForm(props: CardFormProps) {
  const queryClient = useQueryClient();
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: async () => loadCardProvider(await queryClient.query(cardConfigQuery)),
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

function CardFields({
  clientSecret,
  submitLabel,
  pendingLabel,
  onSaved,
  failure = UNEXPECTED,
  frameClassName,
  note,
  secondary,
  onBlocked,
}: CardFormProps & { onBlocked: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = async (): Promise<string | null> => {
    if (!stripe || !elements) return failure;
    const submission = await elements.submit();
    if (submission.error) return submission.error.message ?? NOT_SUCCEEDED;
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      clientSecret,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    });
    if (error) return error.message ?? NOT_SUCCEEDED;
    if (setupIntent.status !== 'succeeded') return NOT_SUCCEEDED;
    await onSaved(setupIntent);
    return null;
  };

  const submit = async () => {
    setPending(true);
    setProblem(null);
    toastStore.dismissAll();
    const message = await confirm().catch((error: unknown) => getErrorMessage(error, failure));
    setPending(false);
    if (message === null) return;
    setProblem(message);
    notifyError(message);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={frameClassName}>
        {/* Reserves the height of the form, so that nothing moves when it loads. */}
        <div className="relative min-h-[248px]">
          {isReady ? null : <CardFieldsSkeleton />}
          <PaymentElement onReady={() => setReady(true)} onLoadError={onBlocked} />
        </div>
        {problem === null ? null : (
          <p className="mt-4 rounded-control bg-danger-soft px-3 py-2 text-sm font-medium text-danger">
            {problem}
          </p>
        )}
      </div>
      {note}
      <div className={buttons}>
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

const CardFieldsSkeleton = () => (
  <div aria-hidden className="absolute inset-0 grid grid-cols-2 content-start gap-4">
    <Skeleton className="col-span-2 mt-6 h-11" />
    <Skeleton className="mt-6 h-11" />
    <Skeleton className="mt-6 h-11" />
    <Skeleton className="col-span-2 mt-6 h-11" />
  </div>
);

const CardFormSkeleton = ({ frameClassName }: Pick<CardFormProps, 'frameClassName'>) => (
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

interface BlockedProps extends Pick<CardFormProps, 'secondary'> {
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
      <div className={buttons}>
        {secondary}
        <Button size="lg" className="max-sm:grow" isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  );
}
