import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { notify } from '@/components/toast/toast-store';
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
  return (
    <Form
      initialValues={{ password: '', confirmPassword: '' }}
      schema={schema}
      className="grid gap-5"
      onSubmit={async (values) => {
        try {
          await reset.mutateAsync({ token, ...values });
        } catch (error) {
          if (hasCode(error, 'LINK_EXPIRED')) onExpired();
          throw error;
        }
        notify({ title: 'Success', description: 'Your password has been changed. Please sign in.' });
        onDone();
      }}
    >
      <NewPasswordFields label="New Password" />
      <PendingButton type="submit" size="lg" isPending={reset.isPending} pendingLabel="Saving...">
        Save New Password
      </PendingButton>
    </Form>
  );
}
