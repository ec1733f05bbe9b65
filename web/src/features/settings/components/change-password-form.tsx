import { useState } from 'react';
import { PasswordField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { PendingButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { hasCode, getFieldErrors, getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { useChangePassword } from '../api/sessions';

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).changePasswordSchema;

export function ChangePasswordForm() {
  const change = useChangePassword();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Form
      initialValues={{ currentPassword: '', password: '', confirmPassword: '' }}
      schema={schema}
      className="grid gap-5"
      onFailure={(error) =>
        setProblem(getFieldErrors(error).length > 0 ? null : getErrorMessage(error, UNREACHABLE))
      }
      onSubmit={async (values, { resetForm, setFieldError }) => {
        setProblem(null);
        await change.mutateAsync(values).catch((error: unknown) => {
          if (hasCode(error, 'WRONG_PASSWORD'))
            setFieldError('currentPassword', getErrorMessage(error, UNREACHABLE));
          throw error;
        });
        resetForm();
      }}
    >
      <PasswordField name="currentPassword" label="Current Password" autoComplete="current-password" />
      <NewPasswordFields label="New Password" />
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <PendingButton
        type="submit"
        className="justify-self-start max-sm:w-full"
        isPending={change.isPending}
        pendingLabel="Changing..."
      >
        Change Password
      </PendingButton>
    </Form>
  );
}
