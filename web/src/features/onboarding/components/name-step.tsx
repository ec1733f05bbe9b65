import { Field } from '@/components/form/field';
import { saveStep } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).nameStepSchema;

export function NameStep({ wizard }: { wizard: Wizard }) {
  const { firstName, lastName, companyName } = wizard.answers;
  return (
    <StepForm
      wizard={wizard}
      title="What is your name?"
      initialValues={{ firstName, lastName, companyName }}
      schema={schema}
      onSubmit={async (values) => {
        await saveStep('name', values);
        wizard.goTo('contact', { answers: values });
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstName" label="First Name" autoComplete="given-name" />
        <Field name="lastName" label="Last Name" autoComplete="family-name" />
      </div>
      <Field name="companyName" label="Company Name" note="(Optional)" autoComplete="organization" />
    </StepForm>
  );
}
