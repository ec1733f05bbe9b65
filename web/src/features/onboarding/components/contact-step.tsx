import { PHONE_MIN } from '@desk/contracts/accounts/accounts.values';
import { Field } from '@/components/form/field';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
import { saveStep } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).contactStepSchema;
const EMAIL_TAKEN = 'This email is already registered. Please use a different email or log in.';

/** Distinguishes a failed email check from a failed save: each has its own message. */
class EmailCheckError extends Error {}

export function ContactStep({ wizard }: { wizard: Wizard }) {
  const { email, phone } = wizard.answers;
  return (
    <StepForm
      wizard={wizard}
      title="How can we reach you?"
      intro="Leads and receipts go to this email address."
      initialValues={{ email, phone }}
      schema={schema}
      onSubmit={async (values, setFieldError) => {
        const { available } = await callRoute('checkEmail', { body: { email: values.email } }).catch(
          (cause: unknown) => {
            throw new EmailCheckError('the email check failed', { cause });
          },
        );
        if (!available) {
          setFieldError('email', EMAIL_TAKEN);
          return;
        }
        await saveStep('contact', values);
        wizard.goTo('security', { answers: values });
      }}
      onFailure={(error) =>
        error instanceof EmailCheckError
          ? wizard.onFailure(error.cause, 'Failed to validate email')
          : wizard.onFailure(error, UNREACHABLE)
      }
    >
      <Field name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
      <Field
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        hint={`At least ${PHONE_MIN} digits, including the area code.`}
      />
    </StepForm>
  );
}
