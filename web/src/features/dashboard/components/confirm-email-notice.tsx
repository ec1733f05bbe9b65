import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PendingButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { userQuery } from '@/lib/current-user';
import { useResendConfirmation } from '../api/dashboard.api';
import { describeConfirmation } from '../lib/describe-confirmation';

interface ConfirmEmailNoticeProps {
  email: string;
  confirmation: NonNullable<CurrentUser['emailConfirmation']>;
}

export function ConfirmEmailNotice({ email, confirmation }: ConfirmEmailNoticeProps) {
  // The link opens in another tab. Coming back to this one shows whether it worked.
  useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  const resend = useResendConfirmation();
  const { title, consequence } = describeConfirmation(confirmation, new Date());
  return (
    <Notice tone="money" title={title}>
      <p>
        Open the link that we emailed to <strong className="wrap-anywhere">{email}</strong>. {consequence}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <PendingButton
          variant="secondary"
          className="max-sm:w-full"
          isPending={resend.isPending}
          pendingLabel="Sending..."
          onClick={() => resend.mutate()}
        >
          Send a new link
        </PendingButton>
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
