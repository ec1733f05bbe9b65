import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useState } from 'react';
import { PendingButton } from '@/components/ui/button';
import { LEAD_PRICE } from '@/config/pricing';
import { useCreateSetupIntent } from '../api/card';
import { CardDetails } from './card-details';
import { ReplaceCard } from './replace-card';
import { SettingsSection } from './settings-section';

const BillingTerms = () => (
  <>
    We charge this card {LEAD_PRICE} per lead, on delivery. The card cannot be deleted, only replaced. To stop
    being charged, pause your service on the dashboard.
  </>
);

export function BillingPanel({ user }: { user: CurrentUser }) {
  const createSetupIntent = useCreateSetupIntent();
  const [clientSecret, setClientSecret] = useState<string | null>(null);
  const isReplacing = clientSecret !== null;
  const hasCard = user.stripePaymentMethodId !== undefined;

  const onReplace = () =>
    createSetupIntent.mutate(undefined, {
      onSuccess: (created) => setClientSecret(created.clientSecret),
    });

  return (
    <SettingsSection title="Payment Method" description={<BillingTerms />}>
      {hasCard ? (
        <CardDetails />
      ) : (
        <>
          <p className="font-semibold">No card on file</p>
          <p className="text-muted">Add a card to receive leads. Nothing is charged until the first lead.</p>
        </>
      )}
      {isReplacing ? (
        <div className="mt-6 border-t border-line pt-6">
          <ReplaceCard clientSecret={clientSecret} onClose={() => setClientSecret(null)} />
        </div>
      ) : (
        <PendingButton
          data-focus="next"
          variant={hasCard ? 'secondary' : 'primary'}
          className="mt-6"
          isPending={createSetupIntent.isPending}
          pendingLabel="Loading..."
          onClick={onReplace}
        >
          {hasCard ? 'Replace Card' : 'Add Payment Method'}
        </PendingButton>
      )}
    </SettingsSection>
  );
}
