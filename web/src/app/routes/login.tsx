import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { lazy, Suspense, useState } from 'react';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { Skeleton } from '@/components/ui/skeleton';
import { LoginForm } from '@/features/auth/components/login-form';

/** Loaded on demand: most visits to this page end before it. */
const SecondStep = lazy(async () => ({
  default: (await import('@/features/auth/components/second-step')).SecondStep,
}));

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
