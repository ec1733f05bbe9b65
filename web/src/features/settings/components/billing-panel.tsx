import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation } from '@tanstack/react-query';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { PendingButton } from '@/components/ui/button';
import { LEAD_PRICE } from '@/config/pricing';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { CardDetails } from './card-details';
import { ReplaceCard } from './replace-card';
import { SettingsSection } from './settings-section';

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
        <PendingButton
          data-focus="next"
          variant={hasCard ? 'secondary' : 'primary'}
          className="mt-6"
          isPending={createSetupIntent.isPending}
          pendingLabel="Loading..."
          onClick={() => createSetupIntent.mutate()}
        >
          {hasCard ? 'Replace Card' : 'Add Payment Method'}
        </PendingButton>
      )}
    </SettingsSection>
  );
}
