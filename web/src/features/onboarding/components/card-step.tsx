import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { CircleCheck, Lock } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { LEAD_PRICE } from '@/lib/money';
import { setupPayment } from '../api/setup-payment';
import { BackButton } from './step-form';
import { StepFrame } from './step-frame';
import type { StepProps } from './step-props';

const CardForm = lazy(async () => ({
  default: (await import('@/features/cards/components/card-form')).CardForm,
}));

function CardSaved({ wizard }: Pick<StepProps, 'wizard'>) {
  const replace = useMutation({
    mutationFn: () => setupPayment(wizard.answers.email),
    onSuccess: (clientSecret) => wizard.goTo('cc', { clientSecret, setupIntentId: null }),
    onError: (error) => wizard.onFailure(error, 'Failed to initialize payment form'),
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-5">
        <CircleCheck aria-hidden className="size-5 text-brand" />
        <p className="grow font-semibold">Your card is saved</p>
        <Button look="secondary" disabled={replace.isPending} onClick={() => replace.mutate()}>
          Use another card
        </Button>
      </div>
      <div className="mt-8 flex gap-3">
        <BackButton onClick={wizard.back} />
        <Button size="lg" className="max-sm:grow" onClick={() => wizard.goTo('daily-limit')}>
          Continue
        </Button>
      </div>
    </>
  );
}

export function CardStep({ wizard, isEntered }: StepProps) {
  const { clientSecret, setupIntentId } = wizard;
  return (
    <StepFrame
      title="Add Payment Method"
      intro={`You are charged ${LEAD_PRICE} per lead, when it is delivered. Nothing is charged today.`}
      isEntered={isEntered}
    >
      {setupIntentId !== null || clientSecret === null ? (
        <CardSaved wizard={wizard} />
      ) : (
        <>
          <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
            <Suspense fallback={<Skeleton className="h-[324px]" />}>
              <CardForm
                key={clientSecret}
                clientSecret={clientSecret}
                submitLabel="Continue"
                pendingLabel="Processing..."
                secondary={<BackButton onClick={wizard.back} />}
                onSaved={({ id }) => wizard.goTo('daily-limit', { setupIntentId: id, clientSecret: null })}
              />
            </Suspense>
          </div>
          <p className="mt-4 flex gap-2.5 text-sm text-muted">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
            Your card details go straight to Stripe, our card provider. We never see or store the number.
          </p>
        </>
      )}
    </StepFrame>
  );
}
