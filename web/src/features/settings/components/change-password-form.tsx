import { PasswordField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { SubmitButton } from '@/components/ui/mutation-button';
import { useRefresh } from '@/lib/use-refresh';
import { FormProblem } from './form-problem';

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).changePasswordSchema;

export function ChangePasswordForm() {
  const change = useRouteMutation('changePassword', {
    // All other sessions have ended.
    onSuccess: useRefresh('listSessions'),
    success: {
      title: 'Success',
      description: 'Your password has been changed. You have been signed out everywhere else.',
    },
    failure: 'Failed to change password',
  });
  return (
    <Form
      initialValues={{ currentPassword: '', password: '', confirmPassword: '' }}
      schema={schema}
      onSubmit={async (values, { resetForm }) => {
        await change.mutateAsync(values);
        resetForm();
      }}
    >
      <PasswordField name="currentPassword" label="Current Password" autoComplete="current-password" />
      <NewPasswordFields label="New Password" />
      <FormProblem error={change.error} />
      <SubmitButton className="justify-self-start max-sm:w-full" mutation={change} pendingLabel="Changing...">
        Change Password
      </SubmitButton>
    </Form>
  );
}
