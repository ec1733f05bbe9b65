import { PHONE_MIN } from '@desk/contracts/accounts/accounts.values';
import { Field } from '@/components/form/field';
import { NewPasswordFields } from '@/components/form/new-password-fields';
import { callRoute, hasCode, UNREACHABLE } from '@/lib/api-client';
import { saveStep, setupPayment } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

const loadSchemas = () => import('@desk/contracts/accounts/onboarding.schemas');

export function NameStep({ wizard }: { wizard: Wizard }) {
  const { firstName, lastName, companyName } = wizard.answers;
  return (
    <StepForm
      wizard={wizard}
      title="What is your name?"
      initialValues={{ firstName, lastName, companyName }}
      schema={async () => (await loadSchemas()).nameStepSchema}
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
      schema={async () => (await loadSchemas()).contactStepSchema}
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
      schema={async () => (await loadSchemas()).securityStepSchema}
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
        // The field shows this error.
        if (hasCode(error, 'COMMON_PASSWORD')) return;
        wizard.onFailure(error, 'Failed to initialize payment form');
        if (hasCode(error, 'EMAIL_TAKEN')) wizard.returnTo('contact');
      }}
    >
      <NewPasswordFields label="Password" />
    </StepForm>
  );
}
