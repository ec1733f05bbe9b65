import { useNavigate } from 'react-router';
import { Field, PasswordField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { notify } from '@/components/toast/toast-store';
import { PendingButton } from '@/components/ui/button';
import { getHomePath } from '@/lib/current-user';
import { type Credentials, useLogin } from '../api/login';

const emptyCredentials: Credentials = { email: '', password: '' };
const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).loginSchema;

export function LoginForm() {
  const navigate = useNavigate();
  const login = useLogin();
  return (
    <Form
      initialValues={emptyCredentials}
      schema={schema}
      className="grid gap-5"
      onSubmit={async (values) => {
        const { user } = await login.mutateAsync(values);
        notify({ title: 'Success', description: 'You have been logged in.' });
        await navigate(getHomePath(user));
      }}
    >
      <Field name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <PendingButton type="submit" size="lg" isPending={login.isPending} pendingLabel="Signing in...">
        Sign In
      </PendingButton>
    </Form>
  );
}
