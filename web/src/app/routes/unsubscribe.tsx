import type { OptionalNotice } from '@desk/contracts/notifications/notices.values';
import { FormCard, FormPage } from '@/components/layout/form-page';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { useUnsubscribe } from '@/features/auth/api/auth.api';
import { hasCode } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';

const names: Record<OptionalNotice, string> = {
  limitReached: 'when you reach your daily limit',
  channelProblems: 'when a channel stops working',
  weeklySummary: 'with a summary of your week',
  receipts: 'with the receipt of each lead',
};

function UnsubscribeCard({ token }: { token: string | null | undefined }) {
  const unsubscribe = useUnsubscribe();
  const notice = unsubscribe.data?.notice;
  const isExpired =
    notice === undefined && (token === null || hasCode(unsubscribe.error, 'LINK_EXPIRED', 'INVALID_REQUEST'));
  return (
    <FormCard title={notice ? 'Turned off' : isExpired ? 'Link not valid' : 'Emails of this kind'}>
      <div aria-live="polite">
        {notice ? (
          <p>We no longer email you {names[notice]}. You can turn it on again in your settings.</p>
        ) : isExpired ? (
          <p>This link is no longer valid. Sign in and choose your emails in the settings.</p>
        ) : (
          <>
            <p>You will get no more emails of the kind that this link came with.</p>
            <PendingButton
              size="lg"
              className="mt-6"
              disabled={token === undefined}
              isPending={unsubscribe.isPending}
              pendingLabel="Turning off..."
              onClick={() => unsubscribe.mutate(token ?? '')}
            >
              Turn off these emails
            </PendingButton>
          </>
        )}
        {notice || isExpired ? (
          <ButtonLink to="/settings?tab=notifications" variant="secondary" className="mt-6">
            Go to settings
          </ButtonLink>
        ) : null}
      </div>
    </FormCard>
  );
}

/** Requires a click, because mail scanners open links too. Needs no sign-in. */
export function Component() {
  const token = useLinkToken();
  return (
    <FormPage title="Turn off emails" subtitle="Your leads still arrive as before.">
      <UnsubscribeCard key={token} token={token} />
    </FormPage>
  );
}
