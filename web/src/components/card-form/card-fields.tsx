import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { SetupIntent } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toastStore } from '@/components/toast/toast-store';
import { PendingButton } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { getErrorMessage } from '@/lib/api-client';

const NOT_SUCCEEDED = 'Payment setup was not successful';
const UNEXPECTED = 'Something went wrong while saving your card. Please try again.';

/** Its message is shown as it is. */
class CardError extends Error {}

export const buttonsClasses = 'mt-6 flex flex-wrap gap-3';

export interface CardFieldsProps {
  clientSecret: string;
  submitLabel: string;
  pendingLabel: string;
  onSaved: (setup: SetupIntent) => Promise<void> | void;
  /** Shown when neither the provider nor the server sent a message. */
  failure?: string;
  frameClassName?: string | undefined;
  note?: ReactNode;
  /** A second button, before the submit button. */
  secondary?: ReactNode;
  /** Called if Stripe cannot show them. */
  onBlocked: () => void;
}

/** Stripe's fields, and the buttons below them. */
export function CardFields({
  clientSecret,
  submitLabel,
  pendingLabel,
  onSaved,
  failure = UNEXPECTED,
  frameClassName,
  note,
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
      if (error) throw new CardError(error.message ?? NOT_SUCCEEDED);
      if (setupIntent.status !== 'succeeded') throw new CardError(NOT_SUCCEEDED);
      await onSaved(setupIntent);
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
      {note}
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

export const CardFieldsSkeleton = () => (
  <div aria-hidden className="absolute inset-0 grid grid-cols-2 content-start gap-4">
    <Skeleton className="col-span-2 mt-6 h-11" />
    <Skeleton className="mt-6 h-11" />
    <Skeleton className="mt-6 h-11" />
    <Skeleton className="col-span-2 mt-6 h-11" />
  </div>
);
