import { Field } from '@/components/form/field';
import { UNREACHABLE } from '@/lib/api-client';
import { saveStep } from '../api/save-step';
import { StepForm } from './step-form';
import { StepFrame } from './step-frame';
import type { StepProps } from './step-props';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).nameStepSchema;

export function NameStep({ wizard, isEntered }: StepProps) {
  const { firstName, lastName, companyName } = wizard.answers;
  return (
    <StepFrame title="What is your name?" isEntered={isEntered}>
      <StepForm
        wizard={wizard}
        initialValues={{ firstName, lastName, companyName }}
        schema={schema}
        onSubmit={async (values) => {
          await saveStep('name', values);
          wizard.goTo('contact', { answers: values });
        }}
        onFailure={(error) => wizard.onFailure(error, UNREACHABLE)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="firstName" label="First Name" autoComplete="given-name" />
          <Field name="lastName" label="Last Name" autoComplete="family-name" />
        </div>
        <Field name="companyName" label="Company Name" note="(Optional)" autoComplete="organization" />
      </StepForm>
    </StepFrame>
  );
}
