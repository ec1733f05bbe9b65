import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { MutationButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { userQuery } from '@/lib/current-user';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { describeConfirmation } from '../lib/describe-confirmation';

interface ConfirmEmailNoticeProps {
  email: string;
  confirmation: NonNullable<CurrentUser['emailConfirmation']>;
}

export function ConfirmEmailNotice({ email, confirmation }: ConfirmEmailNoticeProps) {
  // The link opens in another tab. Coming back to this one shows whether it worked.
  useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  const refreshUser = useBackgroundRefresh('getCurrentUser');
  const resend = useRouteMutation('resendConfirmation', {
    body: {},
    onError: (error) => {
      // Already confirmed in another window: with the new state, this notice disappears.
      if (hasCode(error, 'EMAIL_ALREADY_CONFIRMED')) refreshUser();
    },
  });
  const { title, consequence } = describeConfirmation(confirmation, new Date());
  return (
    <Notice tone="money" title={title}>
      <p>
        Open the link that we emailed to <strong className="wrap-anywhere">{email}</strong>. {consequence}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <MutationButton
          variant="secondary"
          className="max-sm:w-full"
          mutation={resend}
          pendingLabel="Sending..."
        >
          Send a new link
        </MutationButton>
        <Link to="/settings" className="link inline-flex min-h-11 items-center font-semibold">
          Use a different address
        </Link>
      </div>
      <p role="status" className="mt-2 font-medium empty:hidden">
        {resend.isSuccess ? 'We emailed you a new link. It can take a minute to arrive.' : null}
      </p>
      <p role="alert" className="mt-2 font-medium text-danger empty:hidden">
        {resend.isError ? getErrorMessage(resend.error, UNREACHABLE) : null}
      </p>
    </Notice>
  );
}
