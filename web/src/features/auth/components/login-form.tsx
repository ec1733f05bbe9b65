import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { Field, PasswordField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { toastStore } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { usePasskeySignIn } from '../api/passkey-sign-in';
import { useLogin, useSignedIn } from '../api/sign-in';
import { readTypedEmail, writeTypedEmail } from '../lib/typed-email';

const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).loginSchema;

interface LoginFormProps {
  /** Called for an account with a second factor, once the password was right. */
  onSecondFactor: (challenge: SecondFactorChallenge) => void;
}

function EmailKeeper() {
  const { email } = useFormikContext<{ email: string }>().values;
  useEffect(() => writeTypedEmail(email), [email]);
  return null;
}

export function LoginForm({ onSecondFactor }: LoginFormProps) {
  const login = useLogin();
  const signedIn = useSignedIn();
  return (
    <div className="grid gap-4">
      <Form
        initialValues={{ email: readTypedEmail(), password: '' }}
        schema={schema}
        className="grid gap-5"
        onSubmit={async (values) => {
          const { user, secondFactor } = await login.mutateAsync(values);
          writeTypedEmail('');
          if (secondFactor) onSecondFactor(secondFactor);
          else if (user) await signedIn(user);
        }}
      >
        <Field name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <EmailKeeper />
        <PendingButton type="submit" size="lg" isPending={login.isPending} pendingLabel="Signing in...">
          Sign In
        </PendingButton>
      </Form>
      <PasskeyButton isDisabled={login.isPending} />
    </div>
  );
}

/** Disabled during a sign-in with a password, whose second step would replace this button and drop its outcome. */
function PasskeyButton({ isDisabled }: { isDisabled: boolean }) {
  const { mutate, isPending } = usePasskeySignIn();
  const signedIn = useSignedIn();
  return (
    <Button
      variant="secondary"
      size="lg"
      disabled={isDisabled}
      isBusy={isPending}
      onClick={() => {
        toastStore.dismissAll();
        mutate(undefined, { onSuccess: (user) => void signedIn(user) });
      }}
    >
      Use a passkey
    </Button>
  );
}
