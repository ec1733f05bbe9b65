import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { LoginForm } from '@/features/auth/components/login-form';

export function Component() {
  return (
    <FormPage title="Welcome Back" subtitle="Sign in to your account">
      <FormCard
        title="Sign In"
        description="Enter your credentials to access your account"
        footer={
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <p>
              Don't have an account?{' '}
              <CardLink to="/get-started" className="font-semibold">
                Get Started
              </CardLink>
            </p>
            <CardLink to="/forgot-password">Forgot password?</CardLink>
          </div>
        }
      >
        <LoginForm />
      </FormCard>
    </FormPage>
  );
}
