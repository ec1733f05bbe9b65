import { useState } from 'react';
import { TermsSentence } from '@/components/account/terms-sentence';
import { NumberField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { PendingButton } from '@/components/ui/button';
import { hasCode } from '@/lib/api-client';
import { useResetPassword } from '../api/passwords';

const schema = async () =>
  (await import('@desk/contracts/accounts/accounts.schemas')).resetPasswordSchema.omit(['token']);

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  onExpired: () => void;
}

export function ResetPasswordForm({ token, onDone, onExpired }: ResetPasswordFormProps) {
  const reset = useResetPassword();
  const [needsCardDigits, setNeedsCardDigits] = useState(false);
  return (
    <Form
      initialValues={{ password: '', confirmPassword: '', cardDigits: '' }}
      schema={schema}
      className="grid gap-5"
      onSubmit={async ({ cardDigits, ...passwords }) => {
        try {
          await reset.mutateAsync({ token, ...passwords, ...(cardDigits === '' ? {} : { cardDigits }) });
        } catch (error) {
          if (hasCode(error, 'LINK_EXPIRED')) onExpired();
          if (hasCode(error, 'CARD_DIGITS_REQUIRED')) setNeedsCardDigits(true);
          throw error;
        }
        onDone();
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
