import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { useUndoEmailChange } from '@/features/auth/api/auth.api';
import { hasCode } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';

function UndoCard({ token }: { token: string | null | undefined }) {
  const undo = useUndoEmailChange();
  const isInvalid = token === null || hasCode(undo.error, 'LINK_EXPIRED');
  return (
    <FormCard
      title={undo.isSuccess ? 'Change undone' : isInvalid ? 'Link expired' : 'Take your account back'}
    >
      <div aria-live="polite">
        {undo.isSuccess ? (
          <>
            <p>
              Your account uses this email address again, and everyone has been signed out. To sign in, choose
              a new password: we emailed you a link.
            </p>
            <CardLink to="/forgot-password" className="mt-4">
              Request another link
            </CardLink>
          </>
        ) : isInvalid ? (
          <>
            <p>This link is no longer valid. It works once, for 72 hours after the change.</p>
            <ButtonLink to="/contact" className="mt-6">
              Contact us
            </ButtonLink>
          </>
        ) : (
          <>
            <ul className="grid list-disc gap-1 pl-5">
              <li>Your account returns to this email address.</li>
              <li>Everyone is signed out, and the password stops working.</li>
              <li>We email you a link to choose a new password.</li>
            </ul>
            <PendingButton
              size="lg"
              className="mt-6"
              disabled={token === undefined}
              isPending={undo.isPending}
              pendingLabel="Undoing..."
              onClick={() => undo.mutate({ token: token ?? '' })}
            >
              Undo the Change
            </PendingButton>
          </>
        )}
      </div>
    </FormCard>
  );
}

/** Requires a click to undo, because mail scanners open links too. */
export function Component() {
  const token = useLinkToken();
  return (
    <FormPage
      title="Undo the email change"
      subtitle="For when someone else changed the email of your account."
    >
      <UndoCard key={token} token={token} />
    </FormPage>
  );
}
