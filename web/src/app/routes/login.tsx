import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { useFormikContext } from 'formik';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Field, PasswordField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { toastStore } from '@/components/toast/toast-store';
import { Button, PendingButton } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useLogin, usePasskeySignIn, useSignedIn } from '@/features/auth/api/sign-in.api';
import { readTypedEmail, writeTypedEmail } from '@/features/auth/lib/typed-email';

/** Loaded on demand: most visits to this page end before it. */
const SecondStep = lazy(async () => ({
  default: (await import('@/features/auth/components/second-step')).SecondStep,
}));

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

function LoginForm({ onSecondFactor }: LoginFormProps) {
  const login = useLogin();
  const signedIn = useSignedIn();
  return (
    <div className="grid gap-4">
      <Form
        initialValues={{ email: readTypedEmail(), password: '' }}
        schema={schema}
        onSubmit={async (values) => {
          const { user, secondFactor } = await login.mutateAsync(values);
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

/** Disabled during a sign-in with a password: its second step would replace this button, and lose the passkey's result. */
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

const Footer = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-6">
    <p>
      Don't have an account?{' '}
      <CardLink to="/get-started" className="font-semibold">
        Get Started
      </CardLink>
    </p>
    <CardLink to="/forgot-password">Forgot password?</CardLink>
  </div>
);

export function Component() {
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null);
  return (
    <FormPage title="Welcome Back" subtitle="Sign in to your account">
      {challenge === null ? (
        <FormCard
          title="Sign In"
          description="Enter your credentials to access your account"
          footer={<Footer />}
        >
          <LoginForm onSecondFactor={setChallenge} />
        </FormCard>
      ) : (
        <FormCard
          title="Two-step sign-in"
          description="Your password is right. Now confirm that it's you"
          footer={<p>Lost your device? Use a recovery code.</p>}
        >
          <Suspense fallback={<Skeleton className="h-40" />}>
            <SecondStep challenge={challenge} onRestart={() => setChallenge(null)} />
          </Suspense>
        </FormCard>
      )}
    </FormPage>
  );
}
