import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { Offer } from '@/features/auth/components/offer';
import { RegisterForm } from '@/features/auth/components/register-form';

export function Component() {
  return (
    <FormPage
      title="Create your account"
      subtitle="No subscription. You pay for the leads you receive."
      aside={<Offer />}
    >
      <FormCard
        title="Your details"
        footer={
          <p>
            Already have an account?{' '}
            <CardLink to="/login" className="font-semibold">
              Sign In
            </CardLink>
          </p>
        }
      >
        <RegisterForm />
      </FormCard>
    </FormPage>
  );
}
