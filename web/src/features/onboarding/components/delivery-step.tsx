import { useField } from 'formik';
import type { ComponentType } from 'react';
import { Field } from '@/components/form/field';
import { FieldError } from '@/components/ui/field-frame';
import { Hash, Mail, MessageSquare } from '@/components/ui/icons';
import { saveStep } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).deliveryStepSchema;

interface ChannelProps {
  name: string;
  label: string;
  note: string;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  errorId?: string | undefined;
}

function Channel({ name, label, note, icon: Icon, errorId }: ChannelProps) {
  const [{ value, ...field }] = useField<boolean>(name);
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 border-b border-line px-4 py-3 last:border-0 hover:bg-sunken sm:px-5">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="grow">
        <span className="block leading-5 font-semibold">{label}</span>
        <span className="text-sm text-muted">{note}</span>
      </span>
      <input
        type="checkbox"
        className="checkbox"
        aria-label={label}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        checked={value}
        {...field}
      />
    </label>
  );
}

function Channels() {
  const [, { error, touched }] = useField<boolean>('deliveryEmail');
  const visibleError = touched ? error : undefined;
  const errorId = visibleError === undefined ? undefined : 'delivery-error';
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">Delivery methods</legend>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <Channel name="deliveryEmail" label="Email" note="Always recommended" icon={Mail} errorId={errorId} />
        <Channel
          name="deliveryText"
          label="Text Message (SMS)"
          note="To your phone number"
          icon={MessageSquare}
        />
        <Channel name="deliverySlack" label="Slack" note="To a channel in your workspace" icon={Hash} />
      </div>
      <FieldError id="delivery-error">{visibleError}</FieldError>
    </fieldset>
  );
}

export function DeliveryStep({ wizard }: { wizard: Wizard }) {
  const { deliveryEmail, deliveryText, deliverySlack, deliveryOther } = wizard.answers;
  return (
    <StepForm
      wizard={wizard}
      title="How should we deliver your leads?"
      intro="Email works right away. Our team will help you set up the others."
      initialValues={{ deliveryEmail, deliveryText, deliverySlack, deliveryOther }}
      schema={schema}
      onSubmit={async (values) => {
        await saveStep('delivery', values);
        wizard.goTo('name', { answers: values });
      }}
    >
      <Channels />
      <Field
        name="deliveryOther"
        label="Other"
        note="(Optional)"
        hint="For example, a webhook URL or a CRM integration."
      />
    </StepForm>
  );
}
