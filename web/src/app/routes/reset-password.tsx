import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TermsSentence } from '@/components/account/terms-sentence';
import { NumberField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { ButtonLink, PendingButton } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useResetPassword } from '@/features/auth/api/auth.api';
import { hasCode } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';

const schema = async () =>
  (await import('@desk/contracts/accounts/accounts.schemas')).resetPasswordSchema.omit(['token']);

interface ResetPasswordFormProps {
  token: string;
  reset: ReturnType<typeof useResetPassword>;
}

function ResetPasswordForm({ token, reset }: ResetPasswordFormProps) {
  const navigate = useNavigate();
  const [needsCardDigits, setNeedsCardDigits] = useState(false);
  return (
    <Form
      initialValues={{ password: '', confirmPassword: '', cardDigits: '' }}
      schema={schema}
      onSubmit={async ({ cardDigits, ...passwords }) => {
        try {
          await reset.mutateAsync({ token, ...passwords, ...(cardDigits === '' ? {} : { cardDigits }) });
        } catch (error) {
          if (hasCode(error, 'CARD_DIGITS_REQUIRED')) setNeedsCardDigits(true);
          throw error;
        }
        await navigate('/login');
      }}
    >
      <NewPasswordFields label="New Password" />
      {needsCardDigits ? (
        <NumberField
          name="cardDigits"
          label="Last Four Digits of Your Card"
          maxLength={4}
          hint="Mail to your email address came back, so we ask for something else that only you know."
        />
      ) : null}
      <PendingButton type="submit" size="lg" isPending={reset.isPending} pendingLabel="Saving...">
        Save New Password
      </PendingButton>
      <TermsSentence action="Save New Password" />
    </Form>
  );
}

const Expired = () => (
  <>
    <p>This link is no longer valid. Reset links work only once and expire quickly.</p>
    <ButtonLink to="/forgot-password" className="mt-6">
      Request a new link
    </ButtonLink>
  </>
);

function ResetPasswordCard({ token }: { token: string | null | undefined }) {
  const reset = useResetPassword();
  const isInvalid = token === null || hasCode(reset.error, 'LINK_EXPIRED');
  return (
    <FormCard
      title={isInvalid ? 'Link expired' : 'New password'}
      footer={<CardLink to="/login">Back to Login</CardLink>}
    >
      {token === undefined ? <Skeleton className="h-[272px]" /> : null}
      {isInvalid ? <Expired /> : null}
      {token === undefined || isInvalid ? null : <ResetPasswordForm token={token} reset={reset} />}
    </FormCard>
  );
}

export function Component() {
  const token = useLinkToken();
  return (
    <FormPage title="Reset your password" subtitle="Choose a new password for your account.">
      <ResetPasswordCard key={token} token={token} />
    </FormPage>
  );
}
