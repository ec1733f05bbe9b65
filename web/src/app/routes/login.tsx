import { Link } from 'react-router';
import { FormCard, FormPage } from '@/components/layout/form-page';
import { LoginForm } from '@/features/auth/components/login-form';

export function Component() {
  return (
    <FormPage title="Welcome Back" subtitle="Sign in to your account">
      <FormCard
        title="Sign In"
        description="Enter your credentials to access your account"
        footer={
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p>
              Don't have an account?{' '}
              <Link to="/get-started" className="link font-semibold">
                Get Started
              </Link>
            </p>
            <Link to="/forgot-password" className="link">
              Forgot password?
            </Link>
          </div>
        }
      >
        <LoginForm />
      </FormCard>
    </FormPage>
  );
}
