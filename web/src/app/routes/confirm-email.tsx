import { useState } from 'react';
import { FormCard, FormPage } from '@/components/layout/form-page';
import { notifyError } from '@/components/toast/toast-store';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { useConfirmEmail } from '@/features/auth/api/passwords';
import { hasCode, getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';

const EXPIRED = 'This link is no longer valid. Change your email again in your settings to get a new one.';

/** Requires a click to confirm, because mail scanners open links too. */
export function Component() {
  const token = useLinkToken();
  const confirm = useConfirmEmail();
  const [hasExpired, setHasExpired] = useState(false);
  const isInvalid = token === null || hasExpired;

  const onConfirm = () =>
    confirm.mutate(
      { token: token ?? '' },
      {
        onError: (error) => {
          if (hasCode(error, 'LINK_EXPIRED')) setHasExpired(true);
          else notifyError(getErrorMessage(error, UNREACHABLE));
        },
      },
    );

  return (
    <FormPage title="Confirm your email" subtitle="One click, and your new address is active.">
      <FormCard title={confirm.isSuccess ? 'Email confirmed' : isInvalid ? 'Link expired' : 'New email'}>
        {confirm.isSuccess ? (
          <>
            <p>Your new email address is now active.</p>
            <ButtonLink to="/" className="mt-6">
              Go to Homepage
            </ButtonLink>
          </>
        ) : isInvalid ? (
          <p>{EXPIRED}</p>
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
