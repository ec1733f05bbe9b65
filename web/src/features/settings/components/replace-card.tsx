import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { Lock } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute, getErrorMessage } from '@/lib/api-client';
import { useRefresh } from '@/lib/use-refresh';

const NOT_SAVED = 'Failed to update payment method';

const CardForm = lazy(async () => ({
  default: (await import('@/components/card-form/card-form')).CardForm,
}));

interface ReplaceCardProps {
  clientSecret: string;
  onClose: () => void;
}

const getMethodId = (method: string | { id: string } | null): string =>
  typeof method === 'string' ? method : (method?.id ?? '');

/** Confirms a new card with Stripe, then saves its id with us. */
export function ReplaceCard({ clientSecret, onClose }: ReplaceCardProps) {
  const save = useMutation({
    mutationFn: (paymentMethodId: string) => callRoute('replaceCard', { body: { paymentMethodId } }),
    onSuccess: useRefresh('getCurrentUser', 'getCard'),
    meta: {
      success: { title: 'Success', description: 'Your payment method has been updated.' },
      failure: NOT_SAVED,
    },
  });
  /** A card Stripe has confirmed but we failed to save. Confirming works only once, so only the save is retried. */
  const [unsaved, setUnsaved] = useState<{ id: string; reason: string } | null>(null);

  const saveCard = (id: string) =>
    save
      .mutateAsync(id)
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
    <>
      <Suspense fallback={<Skeleton className="h-[324px]" />}>
        <CardForm
          clientSecret={clientSecret}
          submitLabel="Update Payment Method"
          pendingLabel="Processing..."
          secondary={cancel}
          onSaved={({ payment_method: method }) => saveCard(getMethodId(method))}
        />
      </Suspense>
      <p className="mt-5 flex gap-2.5 text-sm text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Your card details go straight to Stripe, our card processor. We never see or store the number.
      </p>
    </>
  );
}
