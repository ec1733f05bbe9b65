import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { notify } from '@/components/toast/toast-store';
import { PendingButton } from '@/components/ui/button';
import { useForgotPassword } from '../api/passwords';

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).forgotPasswordSchema;

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const forgot = useForgotPassword();
  return (
    <Form
      initialValues={{ email: '' }}
      schema={schema}
      className="grid gap-5"
      onSubmit={async (values) => {
        await forgot.mutateAsync(values);
        notify({ title: 'Check your email' });
        onSent(values.email);
      }}
    >
      <Field name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
      <PendingButton type="submit" size="lg" isPending={forgot.isPending} pendingLabel="Sending...">
        Send Reset Instructions
      </PendingButton>
    </Form>
  );
}
