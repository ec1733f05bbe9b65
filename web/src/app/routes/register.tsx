import {
  DAILY_LIMIT_DEFAULT,
  DAILY_LIMIT_MAX,
  DAILY_LIMIT_MIN,
} from '@desk/contracts/leads/daily-limit.values';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { TermsSentence } from '@/components/account/terms-sentence';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { CardLink, FormCard, FormPage } from '@/components/layout/form-page';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { SubmitButton } from '@/components/ui/mutation-button';
import { LEAD_PRICE } from '@/config/pricing';
import { switchUser } from '@/lib/current-user';
import { formatCount } from '@/lib/numbers';
import { browserTimeZone } from '@/lib/time-zone';

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
  const queryClient = useQueryClient();
  const register = useRouteMutation('register', {
    onSuccess: ({ user }) => switchUser(queryClient, user),
    success: { title: 'Success', description: 'Your account has been created. You are now logged in.' },
    failure: 'Failed to complete registration',
  });
  return (
    <Form
      initialValues={emptyRegistration}
      schema={schema}
      onSubmit={async (values) => {
        await register.mutateAsync({ ...values, ...browserTimeZone() });
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
      <SubmitButton size="lg" mutation={register} pendingLabel="Creating account...">
        Create Account
      </SubmitButton>
      <TermsSentence action="Create Account" />
    </Form>
  );
}

const terms = [
  ['Exclusive', 'Each lead is sold only to you and never resold.'],
  [
    'Your limit',
    `${DAILY_LIMIT_DEFAULT} leads a day to begin with. Change it any time, from ${DAILY_LIMIT_MIN} to ${formatCount(DAILY_LIMIT_MAX)}.`,
  ],
  ['Your pause', 'Takes effect with the very next lead, without penalty.'],
  ['Your card', 'Add it in your settings afterwards. Leads start once it is saved.'],
] as const;

const Offer = () => (
  <aside aria-labelledby="offer" className="rounded-card border border-line lg:sticky lg:top-28">
    <p className="flex items-baseline gap-2 border-b border-line px-5 py-4 sm:px-6">
      <span className="display tabular text-2xl">{LEAD_PRICE}</span>
      <span id="offer" className="text-muted">
        per lead, flat
      </span>
    </p>
    <dl className="px-5 py-1 sm:px-6">
      {terms.map(([term, description]) => (
        <div key={term} className="border-b border-line py-3.5 last:border-0">
          <dt className="font-semibold">{term}</dt>
          <dd className="text-sm text-muted">{description}</dd>
        </div>
      ))}
    </dl>
  </aside>
);

export const Component = () => (
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
