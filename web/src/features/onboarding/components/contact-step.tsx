import { Field } from '@/components/form/field';
import { UNREACHABLE } from '@/lib/api-client';
import { checkEmail } from '../api/check-email';
import { saveStep } from '../api/save-step';
import { StepForm } from './step-form';
import { StepFrame } from './step-frame';
import type { StepProps } from './step-props';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).contactStepSchema;
const TAKEN = 'This email is already registered. Please use a different email or log in.';

/** Whether the check itself failed is told apart from a step that was not saved. */
class EmailCheckFailure extends Error {}

export function ContactStep({ wizard, isEntered }: StepProps) {
  const { email, phone } = wizard.answers;
  return (
    <StepFrame
      title="How can we reach you?"
      intro="Leads and receipts go to this email address."
      isEntered={isEntered}
    >
      <StepForm
        wizard={wizard}
        initialValues={{ email, phone }}
        schema={schema}
        onSubmit={async (values, mark) => {
          const { available } = await checkEmail(values.email).catch((cause: unknown) => {
            throw new EmailCheckFailure('the address could not be checked', { cause });
          });
          if (!available) {
            mark('email', TAKEN);
            return;
          }
          await saveStep('contact', values);
          wizard.goTo('security', { answers: values });
        }}
        onFailure={(error) =>
          error instanceof EmailCheckFailure
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
          hint="At least 10 digits, with the area code."
        />
      </StepForm>
    </StepFrame>
  );
}
