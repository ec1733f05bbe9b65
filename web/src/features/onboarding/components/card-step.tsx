import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { CircleCheck, TriangleAlert } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { LEAD_PRICE, REFUND_RULE } from '@/config/pricing';
import { setupPayment } from '../api/sign-up.api';
import { BackButton } from './step-form';
import type { Wizard } from '../lib/use-wizard';
import { StepFrame } from './step-frame';

const CardForm = lazy(async () => ({
  default: (await import('@/components/card-form/card-form')).CardForm,
}));

/** Shown instead of the card form when a card is already saved or was rejected. */
function CardStatus({ wizard, isSaved }: { wizard: Wizard; isSaved: boolean }) {
  const prepare = useMutation({
    mutationFn: () => setupPayment(wizard.answers.email),
    onSuccess: (clientSecret) => wizard.returnTo('cc', { clientSecret, setupIntentId: null }),
    onError: (error) => wizard.onFailure(error, 'Failed to initialize payment form'),
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3 rounded-card border border-line bg-surface p-5">
        {isSaved ? (
          <CircleCheck aria-hidden className="size-5 text-brand" />
        ) : (
          <TriangleAlert aria-hidden className="size-5 text-danger" />
        )}
        <p className="min-w-0 flex-1 font-semibold">
          {isSaved ? 'Your card is saved' : 'Your card could not be confirmed. Please enter a card again.'}
        </p>
        <Button
          variant="secondary"
          className="max-sm:w-full"
          isBusy={prepare.isPending}
          onClick={() => prepare.mutate()}
        >
          {isSaved ? 'Use another card' : 'Enter a card'}
        </Button>
      </div>
      <div className="mt-8 flex gap-3">
        <BackButton onClick={wizard.back} />
        {isSaved ? (
          <Button size="lg" className="max-sm:grow" onClick={() => wizard.goTo('daily-limit')}>
            Continue
          </Button>
        ) : null}
      </div>
    </>
  );
}

export function CardStep({ wizard }: { wizard: Wizard }) {
  const { clientSecret, setupIntentId } = wizard;
  return (
    <StepFrame
      wizard={wizard}
      title="Add Payment Method"
      intro={`We charge ${LEAD_PRICE} per lead, on delivery. Nothing is charged until a lead is delivered. ${REFUND_RULE}`}
    >
      {setupIntentId === null && clientSecret !== null ? (
        <Suspense fallback={<Skeleton className="h-[412px]" />}>
          <CardForm
            key={clientSecret}
            clientSecret={clientSecret}
            submitLabel="Continue"
            pendingLabel="Processing..."
            failure="Failed to complete registration"
            frameClassName="rounded-card border border-line bg-surface p-5 sm:p-6"
            secondary={<BackButton onClick={wizard.back} />}
            onSaved={({ id }) => wizard.goTo('daily-limit', { setupIntentId: id, clientSecret: null })}
          />
        </Suspense>
      ) : (
        <CardStatus wizard={wizard} isSaved={setupIntentId !== null} />
      )}
    </StepFrame>
  );
}
