import { useState } from 'react';
import { FormCard, FormPage } from '@/components/layout/form-page';
import { notifyError } from '@/components/toast/toast-store';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { useConfirmEmail } from '@/features/auth/api/passwords';
import { hasCode, sentenceOf, UNREACHABLE } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';

const EXPIRED = 'This link is no longer valid. Change the address again in your settings to get a new one.';

/** A press of the button confirms, not the visit: mail scanners open links too. */
export function Component() {
  const token = useLinkToken();
  const confirm = useConfirmEmail();
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = token === null ? EXPIRED : refusal;

  const onConfirm = () =>
    confirm.mutate(
      { token: token ?? '' },
      {
        onError: (error) => {
          if (hasCode(error, 'LINK_EXPIRED')) setRefusal(EXPIRED);
          else notifyError(sentenceOf(error, UNREACHABLE));
        },
      },
    );

  return (
    <FormPage title="Confirm your email" subtitle="One press, and your new address is in use.">
      <FormCard title={confirm.isSuccess ? 'Address confirmed' : problem ? 'Link expired' : 'New address'}>
        {confirm.isSuccess ? (
          <>
            <p>Your new email address is in use from now on.</p>
            <ButtonLink to="/" className="mt-6">
              Go to Homepage
            </ButtonLink>
          </>
        ) : problem ? (
          <p>{problem}</p>
        ) : (
          <PendingButton
            size="lg"
            disabled={token === undefined}
            isPending={confirm.isPending}
            pendingLabel="Confirming..."
            onClick={onConfirm}
          >
            Confirm Email
          </PendingButton>
        )}
      </FormCard>
    </FormPage>
  );
}
