import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { PendingButton } from '@/components/ui/button';
import { useForgotPassword } from '../api/passwords';
import { readTypedEmail } from '../lib/typed-email';

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).forgotPasswordSchema;

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const forgot = useForgotPassword();
  return (
    <Form
      initialValues={{ email: readTypedEmail() }}
      schema={schema}
      className="grid gap-5"
      onSubmit={async ({ email }) => {
        await forgot.mutateAsync(email);
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
