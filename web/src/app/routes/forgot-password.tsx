import { useEffect, useRef, useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { Button, PendingButton } from '@/components/ui/button';
import { useForgotPassword } from '@/features/auth/api/auth.api';
import { readTypedEmail } from '@/features/auth/lib/typed-email';

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).forgotPasswordSchema;

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const forgot = useForgotPassword();
  return (
    <Form
      initialValues={{ email: readTypedEmail() }}
      schema={schema}
      onSubmit={async ({ email }) => {
        await forgot.mutateAsync({ email });
        onSent(email);
      }}
    >
      <Field name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
      <PendingButton type="submit" size="lg" isPending={forgot.isPending} pendingLabel="Sending...">
        Send Reset Instructions
      </PendingButton>
    </Form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1} className="break-words">
        If an account exists with the email {email}, you'll receive password reset instructions shortly
      </p>
      <Button variant="secondary" className="mt-6" onClick={onAgain}>
        Try Another Email
      </Button>
    </>
  );
}

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <FormPage title="Forgot your password?" subtitle="We'll email you a link to choose a new one.">
      <FormCard
        title={sentTo === null ? 'Reset password' : 'Instructions sent'}
        footer={<CardLink to="/login">Back to Login</CardLink>}
      >
        {sentTo === null ? (
          <ForgotPasswordForm onSent={setSentTo} />
        ) : (
          <Sent email={sentTo} onAgain={() => setSentTo(null)} />
        )}
      </FormCard>
    </FormPage>
  );
}
