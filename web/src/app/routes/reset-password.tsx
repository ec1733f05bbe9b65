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
      <p>This link is no longer valid. Reset links work only once and expire quickly.</p>
      <ButtonLink to="/forgot-password" className="mt-6">
        Request a new link
      </ButtonLink>
    </>
  );
}

export function Component() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [isExpired, setExpired] = useState(false);
  const isInvalid = isExpired || token === null;
  return (
    <FormPage title="Reset your password" subtitle="Choose a new password for your account.">
      <FormCard
        title={isInvalid ? 'Link expired' : 'New password'}
        footer={<CardLink to="/login">Back to Login</CardLink>}
      >
        {token === undefined ? <Skeleton className="h-[272px]" /> : null}
        {isInvalid ? <Expired /> : null}
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
