import type { Funnel, FunnelSettings } from '@desk/contracts/leads/funnels.schemas';
import {
  funnelModes,
  type FunnelMode,
  type PhoneVerification,
  phoneVerifications,
  requirableFields,
} from '@desk/contracts/leads/funnels.values';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { Field, FieldError, FieldLabel, useFieldParts } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { notify, notifyError } from '@/components/toast/toast-store';
import { PendingButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { inputClasses } from '@/components/ui/input-classes';
import { ReloadableForm } from '@/components/ui/reloadable-form';
import { Select } from '@/components/ui/select';
import { SettingsConflict } from '@/components/ui/settings-conflict';
import { getErrorMessage, hasCode } from '@/lib/api-client';
import { useChangeFunnel, useReloadFunnel } from './funnels.api';
import { type FunnelFormValues, toFormValues, toSettings } from './funnel-form';
import { modeLabels } from './funnel-mode';

const modeOptions = funnelModes.map((value) => ({ value, label: modeLabels[value] }));
const modeHints: Record<FunnelMode, string> = {
  live: 'Its leads are sold.',
  test: 'Its leads are checked, but neither stored, sold nor charged.',
  paused: 'Its leads are refused.',
};

const schema = async () => {
  const { funnelFormSchema } = await import('./funnel-form.schema');
  return funnelFormSchema;
};

const FAILURE = 'Failed to save the funnel. Please try again.';
const isOutdated = (error: unknown): boolean => hasCode(error, 'SETTINGS_CHANGED');

export function FunnelSettingsForm({ funnel }: { funnel: Funnel }) {
  const reload = useReloadFunnel(funnel.id);
  return (
    <Card title="Settings">
      <ReloadableForm initial={funnel} reload={reload}>
        {(loaded, load) => <SettingsForm funnel={loaded} onLoad={load} />}
      </ReloadableForm>
    </Card>
  );
}

interface SettingsFormProps {
  funnel: Funnel;
  /** Starts over with the current settings. */
  onLoad: () => Promise<void>;
}

function SettingsForm({ funnel, onLoad }: SettingsFormProps) {
  const change = useChangeFunnel(funnel.id);
  // Changes only with what the form shows, so that a change made elsewhere is never undone.
  const [version, setVersion] = useState(funnel.version);
  const save = async (settings: FunnelSettings) => {
    const saved = await change.mutateAsync({ ...settings, version });
    setVersion(saved.version);
    notify({ title: 'Settings saved', description: 'They hold for the next lead.' });
  };
  return (
    <Form<FunnelFormValues>
      initialValues={toFormValues(funnel)}
      schema={schema}
      onFailure={(error) => {
        if (!isOutdated(error)) notifyError(getErrorMessage(error, FAILURE));
      }}
      className="grid gap-5"
      onSubmit={(values) => save(toSettings(values))}
    >
      <Field name="name" label="Name" autoComplete="off" />
      <ModeField />
      <OriginsField />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="requestsPerSecond"
          label="Rate limit"
          note="(Optional)"
          inputMode="numeric"
          hint="Leads a second, at most 100."
        />
        <Field
          name="duplicateWindowDays"
          label="Duplicate window"
          note="(Optional)"
          inputMode="numeric"
          hint="Days. Shorter than usual, for this funnel alone."
        />
      </div>
      <RequiredFields />
      <PhoneVerificationField />
      {isOutdated(change.error) ? <SettingsConflict onLoad={onLoad} /> : null}
      <PendingButton
        type="submit"
        className="justify-self-start"
        isPending={change.isPending}
        pendingLabel="Saving..."
      >
        Save settings
      </PendingButton>
    </Form>
  );
}

function ModeField() {
  const { values, setFieldValue } = useFormikContext<FunnelFormValues>();
  return (
    <Select
      label="Mode"
      hint={modeHints[values.mode]}
      options={modeOptions}
      value={values.mode}
      onChange={(mode) => void setFieldValue('mode', mode)}
    />
  );
}

const phoneVerificationLabels: Record<PhoneVerification, string> = {
  off: 'Not looked up',
  optional: 'Look up',
  required: 'Look up, and refuse numbers that are not valid',
};
const phoneVerificationOptions = phoneVerifications.map((value) => ({
  value,
  label: phoneVerificationLabels[value],
}));

function PhoneVerificationField() {
  const { values, setFieldValue } = useFormikContext<FunnelFormValues>();
  return (
    <Select
      label="Phone numbers"
      hint="A look-up costs what the provider of text messages charges for it. Without an answer, a lead is sold as not verified."
      options={phoneVerificationOptions}
      value={values.phoneVerification}
      onChange={(verification) => void setFieldValue('phoneVerification', verification)}
    />
  );
}

function OriginsField() {
  const { id, error, input } = useFieldParts('origins', true);
  return (
    <div className="grid gap-1.5">
      <FieldLabel htmlFor={id} note="(Optional)">
        Origins that may post from a browser
      </FieldLabel>
      <textarea rows={3} spellCheck={false} className={`${inputClasses} font-mono text-sm`} {...input} />
      <p id={`${id}-hint`} className="text-sm text-muted">
        One a line, such as https://www.example.com. A key in a page is visible to its visitors.
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

const checkboxRow = 'flex min-h-11 items-center gap-3';
const checkbox = 'size-5 accent-brand';

function RequiredFields() {
  const { values, setFieldValue } = useFormikContext<FunnelFormValues>();
  const toggle = (field: (typeof requirableFields)[number], isRequired: boolean) =>
    setFieldValue(
      'requiredFields',
      requirableFields.filter((other) =>
        other === field ? isRequired : values.requiredFields.includes(other),
      ),
    );
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Required with each lead</legend>
      <label className={checkboxRow}>
        <input
          type="checkbox"
          className={checkbox}
          checked={values.requiresConsentProof}
          onChange={({ target }) => void setFieldValue('requiresConsentProof', target.checked)}
        />
        Proof of consent: a TrustedForm certificate or a Jornaya lead ID
      </label>
      {requirableFields.map((field) => (
        <label key={field} className={checkboxRow}>
          <input
            type="checkbox"
            className={checkbox}
            checked={values.requiredFields.includes(field)}
            onChange={({ target }) => void toggle(field, target.checked)}
          />
          <span className="font-mono text-sm">{field}</span>
        </label>
      ))}
    </fieldset>
  );
}
