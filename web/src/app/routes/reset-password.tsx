import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { ButtonLink } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { ResetPasswordForm } from '@/features/auth/components/reset-password-form';
import { useLinkToken } from '@/lib/link-token';

function Expired() {
  return (
    <>
      <p>This link is no longer valid. Links work once and for a short time only.</p>
      <ButtonLink to="/forgot-password" className="mt-6">
        Ask for a new link
      </ButtonLink>
    </>
  );
}

export function Component() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [isExpired, setExpired] = useState(false);
  const hasNoLink = isExpired || token === null;
  return (
    <FormPage title="Reset your password" subtitle="Choose a new password for your account.">
      <FormCard
        title={hasNoLink ? 'Link expired' : 'New password'}
        footer={<CardLink to="/login">Back to Login</CardLink>}
      >
        {token === undefined ? <Skeleton className="h-[272px]" /> : null}
        {hasNoLink ? <Expired /> : null}
        {typeof token === 'string' && !isExpired ? (
          <ResetPasswordForm
            token={token}
            onDone={() => void navigate('/login')}
            onExpired={() => setExpired(true)}
          />
        ) : null}
      </FormCard>
    </FormPage>
  );
}
