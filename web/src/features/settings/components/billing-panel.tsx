import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { CardRecoveryButton } from '@/components/card-recovery/card-recovery';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Button, PendingButton } from '@/components/ui/button';
import { Check, CreditCard } from '@/components/ui/icons';
import { MutationButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { LEAD_PRICE } from '@/config/pricing';
import { callRoute, getErrorMessage, getWaitMessage } from '@/lib/api-client';
import { type CardState, formatBrand, formatExpiry, getCardState } from '@/lib/card';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import { SettingsSection } from './settings-section';

const NOT_SAVED = 'Failed to update payment method';

const CardForm = lazy(async () => ({
  default: (await import('@/components/card-form/card-form')).CardForm,
}));

const getMethodId = (method: string | { id: string } | null): string =>
  typeof method === 'string' ? method : (method?.id ?? '');

/** Confirms a new card with Stripe, then saves its id with us. */
function ReplaceCard({ clientSecret, onClose }: { clientSecret: string; onClose: () => void }) {
  const save = useRouteMutation('replaceCard', {
    onSuccess: useRefresh('getCurrentUser', 'getCard'),
    success: { title: 'Success', description: 'Your payment method has been updated.' },
    failure: NOT_SAVED,
  });
  /** A card Stripe has confirmed but we failed to save. Confirming works only once, so only the save is retried. */
  const [unsaved, setUnsaved] = useState<{ id: string; reason: string } | null>(null);

  const saveCard = (id: string) =>
    save
      .mutateAsync({ paymentMethodId: id })
      .then(onClose, (error: unknown) => setUnsaved({ id, reason: getErrorMessage(error, NOT_SAVED) }));

  const cancel = (
    <Button variant="secondary" size="lg" className="max-sm:grow" disabled={save.isPending} onClick={onClose}>
      Cancel
    </Button>
  );
  if (unsaved !== null)
    return (
      <>
        <Notice tone="danger" title="Your card was accepted, but we could not save it yet.">
          {unsaved.reason}
        </Notice>
        <div className="mt-6 flex flex-row-reverse flex-wrap justify-end gap-3">
          <PendingButton
            size="lg"
            className="max-sm:grow"
            isPending={save.isPending}
            pendingLabel="Processing..."
            onClick={() => void saveCard(unsaved.id)}
          >
            Try again
          </PendingButton>
          {cancel}
        </div>
      </>
    );
  return (
    <Suspense fallback={<Skeleton className="h-[364px]" />}>
      <CardForm
        clientSecret={clientSecret}
        submitLabel="Update Payment Method"
        pendingLabel="Processing..."
        secondary={cancel}
        onSaved={({ payment_method: method }) => saveCard(getMethodId(method))}
      />
    </Suspense>
  );
}

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

function CardDetails() {
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
          {data === undefined && !isError ? (
            <div role="status">
              <span className="sr-only">Loading your card</span>
              <Skeleton className="mt-1 h-5 w-56 max-w-full" />
              <Skeleton className="mt-2 h-5 w-64 max-w-full" />
            </div>
          ) : null}
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

export function BillingPanel({ user }: { user: CurrentUser }) {
  const createSetupIntent = useMutation({
    mutationFn: () => withProofOfWork((proof) => callRoute('createCardSetup', { body: proof })),
    meta: { failure: (error) => getWaitMessage(error, 'Failed to initialize payment form') },
  });
  const hasCard = user.stripePaymentMethodId !== undefined;

  return (
    <SettingsSection
      title="Payment Method"
      description={`We charge this card ${LEAD_PRICE} per lead, on delivery. The card cannot be deleted, only replaced. To stop being charged, pause your service on the dashboard.`}
    >
      {hasCard ? (
        <CardDetails />
      ) : (
        <>
          <p className="font-semibold">No card on file</p>
          <p className="text-muted">Add a card to receive leads. Nothing is charged until the first lead.</p>
        </>
      )}
      {createSetupIntent.isSuccess ? (
        <div className="mt-6 border-t border-line pt-6">
          <ReplaceCard clientSecret={createSetupIntent.data.clientSecret} onClose={createSetupIntent.reset} />
        </div>
      ) : (
        <MutationButton
          data-focus="next"
          variant={hasCard ? 'secondary' : 'primary'}
          className="mt-6"
          mutation={createSetupIntent}
          pendingLabel="Loading..."
        >
          {hasCard ? 'Replace Card' : 'Add Payment Method'}
        </MutationButton>
      )}
    </SettingsSection>
  );
}
