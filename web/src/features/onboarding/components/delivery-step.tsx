import { useFormikContext } from 'formik';
import { Field } from '@/components/form/field';
import { FieldError } from '@/components/ui/field-frame';
import { Hash, Mail, MessageSquare } from '@/components/ui/icons';
import { saveStep } from '../api/sign-up.api';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).deliveryStepSchema;

const channels = [
  ['deliveryEmail', 'Email', 'Always recommended', Mail],
  ['deliveryText', 'Text Message (SMS)', 'To your phone number', MessageSquare],
  ['deliverySlack', 'Slack', 'To a channel in your workspace', Hash],
] as const;

function Channels() {
  const { getFieldProps, getFieldMeta } = useFormikContext();
  const { error, touched } = getFieldMeta('deliveryEmail');
  const visibleError = touched ? error : undefined;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">Delivery methods</legend>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {channels.map(([name, label, note, Icon]) => {
          const { value, ...field } = getFieldProps<boolean>(name);
          const isInvalid = name === 'deliveryEmail' && visibleError !== undefined;
          return (
            <label
              key={name}
              className="flex min-h-16 cursor-pointer items-center gap-4 border-b border-line px-4 py-3 last:border-0 hover:bg-sunken sm:px-5"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="grow">
                <span className="block leading-5 font-semibold">{label}</span>
                <span className="text-sm text-muted">{note}</span>
              </span>
              <input
                type="checkbox"
                className="checkbox"
                aria-label={label}
                aria-invalid={isInvalid || undefined}
                aria-describedby={isInvalid ? 'delivery-error' : undefined}
                checked={value}
                {...field}
              />
            </label>
          );
        })}
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
