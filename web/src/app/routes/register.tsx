import { useNavigate } from 'react-router';
import { TermsSentence } from '@/components/account/terms-sentence';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { PendingButton } from '@/components/ui/button';
import { useRegister } from '@/features/auth/api/auth.api';
import { Offer } from '@/features/auth/components/offer';

const emptyRegistration = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  companyName: '',
  password: '',
  confirmPassword: '',
};
const schema = async () => (await import('@desk/contracts/accounts/accounts.schemas')).registerSchema;

function RegisterForm() {
  const navigate = useNavigate();
  const register = useRegister();
  return (
    <Form
      initialValues={emptyRegistration}
      schema={schema}
      className="grid gap-5"
      onSubmit={async (values) => {
        await register.mutateAsync(values);
        await navigate('/dashboard');
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label="First Name" autoComplete="given-name" />
        <Field name="lastName" label="Last Name" autoComplete="family-name" />
      </div>
      <Field name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
      <Field name="phone" label="Phone" type="tel" autoComplete="tel" inputMode="tel" className="tabular" />
      <Field name="companyName" label="Company Name" note="(Optional)" autoComplete="organization" />
      <NewPasswordFields label="Password" />
      <PendingButton
        type="submit"
        size="lg"
        isPending={register.isPending}
        pendingLabel="Creating account..."
      >
        Create Account
      </PendingButton>
      <TermsSentence action="Create Account" />
    </Form>
  );
}

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
