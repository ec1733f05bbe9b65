import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { SetupIntent } from '@stripe/stripe-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifyError, toastStore } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { cardConfigQuery } from '../api/get-card-config';
import { useAppearance } from '../lib/appearance';
import { loadCardProvider } from '../lib/load-stripe';

const NOT_SUCCEEDED = 'Payment setup was not successful';
const UNEXPECTED = 'Something went wrong while your card was saved. Please try again.';

interface CardFormProps {
  clientSecret: string;
  submitLabel: string;
  pendingLabel: string;
  onSaved: (setup: SetupIntent) => Promise<void> | void;
  /** Beside the submit button. */
  secondary?: ReactNode;
}

/** The provider's own card form: card numbers go from its frame to the provider and never touch us. */
export function CardForm(props: CardFormProps) {
  const queryClient = useQueryClient();
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: async () => loadCardProvider(await queryClient.query(cardConfigQuery)),
  });
  const [hasFailed, setFailed] = useState(false);
  const appearance = useAppearance();

  if (provider.isError || hasFailed)
    return (
      <CardFormBlocked
        isRetrying={provider.isFetching}
        onRetry={() => {
          setFailed(false);
          void provider.refetch();
        }}
      />
    );
  if (!provider.data) return <CardFormSkeleton />;
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
  secondary,
  onBlocked,
}: CardFormProps & { onBlocked: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const confirm = async (): Promise<string | null> => {
    if (!stripe || !elements) return UNEXPECTED;
    const checked = await elements.submit();
    if (checked.error) return checked.error.message ?? NOT_SUCCEEDED;
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
    setRefusal(null);
    toastStore.dismissAll();
    const message = await confirm().catch(() => UNEXPECTED);
    setPending(false);
    if (message === null) return;
    setRefusal(message);
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
      {/* As high as the form that comes, so that nothing moves when it does. */}
      <div className="relative min-h-[248px]">
        {isReady ? null : <CardFieldsSkeleton />}
        <PaymentElement onReady={() => setReady(true)} onLoadError={onBlocked} />
      </div>
      {refusal === null ? null : (
        <p className="mt-4 rounded-control bg-danger-soft px-3 py-2 text-sm font-medium text-danger">
          {refusal}
        </p>
      )}
      <div className="mt-6 flex flex-row-reverse justify-end gap-3">
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
        {secondary}
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

const CardFormSkeleton = () => (
  <div role="status">
    <span className="sr-only">Loading the card form</span>
    <div className="relative min-h-[248px]">
      <CardFieldsSkeleton />
    </div>
    <Skeleton className="mt-6 h-13 w-36" />
  </div>
);

function CardFormBlocked({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-card border border-danger bg-danger-soft p-5">
      <p className="flex gap-3 font-semibold text-danger">
        <TriangleAlert aria-hidden className="mt-[3px] size-5 shrink-0" />
        The card form could not be loaded.
      </p>
      <p className="mt-2">
        It comes from our card provider, Stripe. Check your connection, and if you use a content blocker,
        allow js.stripe.com. What you have filled in so far is kept.
      </p>
      <Button look="secondary" className="mt-4" disabled={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
