import { NewPasswordFields } from '@/components/form/new-password-fields';
import { hasCode } from '@/lib/api-client';
import { saveStep, setupPayment } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).securityStepSchema;

export function SecurityStep({ wizard }: { wizard: Wizard }) {
  const { password, confirmPassword, email } = wizard.answers;
  return (
    <StepForm
      wizard={wizard}
      title="Choose a password"
      intro={
        wizard.isResumed && password === ''
          ? 'Welcome back. We saved your answers, but never passwords, so please choose one now.'
          : 'It protects your leads and your card.'
      }
      initialValues={{ password, confirmPassword }}
      schema={schema}
      onSubmit={async (values) => {
        await saveStep('security', { password: values.password });
        // A card saved before a reload does not have to be entered again.
        if (wizard.setupIntentId !== null) {
          wizard.goTo('daily-limit', { answers: values });
          return;
        }
        const clientSecret = await setupPayment(email);
        wizard.goTo('cc', { answers: values, clientSecret });
      }}
      onFailure={(error) => {
        // The field says so.
        if (hasCode(error, 'COMMON_PASSWORD')) return;
        wizard.onFailure(error, 'Failed to initialize payment form');
        if (hasCode(error, 'EMAIL_TAKEN')) wizard.returnTo('contact');
      }}
    >
      <NewPasswordFields label="Password" />
    </StepForm>
  );
}
