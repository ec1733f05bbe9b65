import { FormCard, FormPage } from '@/components/layout/form-page';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { useConfirmEmail } from '@/features/auth/api/auth.api';
import { hasCode } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';
import { returnTo } from '@/lib/return-path';

const EXPIRED =
  'This link is no longer valid. Sign in and send a new one from your dashboard, or change your email again in your settings.';

type Step = 'confirm' | 'sign-in' | 'expired' | 'done';
const titles: Record<Step, string> = {
  confirm: 'Your email address',
  'sign-in': 'Sign in to confirm',
  expired: 'Link expired',
  done: 'Email confirmed',
};

function stepAfter(error: unknown): Step {
  if (hasCode(error, 'LINK_EXPIRED')) return 'expired';
  return hasCode(error, 'SIGN_IN_TO_CONFIRM') ? 'sign-in' : 'confirm';
}

function ConfirmCard({ token }: { token: string | null | undefined }) {
  const confirm = useConfirmEmail();
  const step = confirm.isSuccess ? 'done' : token === null ? 'expired' : stepAfter(confirm.error);
  return (
    <FormCard title={titles[step]}>
      <div aria-live="polite">
        {step === 'done' ? (
          <>
            <p>Your email address is confirmed.</p>
            <ButtonLink to="/dashboard" className="mt-6">
              Go to Dashboard
            </ButtonLink>
          </>
        ) : step === 'expired' ? (
          <p>{EXPIRED}</p>
        ) : step === 'sign-in' ? (
          <>
            <p>
              Please sign in to the account that this email was sent for. This shows that the link did not
              reach someone else.
            </p>
            <ButtonLink to="/login" state={returnTo('/confirm-email')} className="mt-6">
              Sign In
            </ButtonLink>
          </>
        ) : (
          <PendingButton
            size="lg"
            disabled={token === undefined}
            isPending={confirm.isPending}
            pendingLabel="Confirming..."
            onClick={() => confirm.mutate({ token: token ?? '' })}
          >
            Confirm Email
          </PendingButton>
        )}
      </div>
    </FormCard>
  );
}

/** Requires a click to confirm, because mail scanners open links too. */
export function Component() {
  const token = useLinkToken();
  return (
    <FormPage title="Confirm your email" subtitle="One click, and we know that the address is yours.">
      <ConfirmCard key={token} token={token} />
    </FormPage>
  );
}
