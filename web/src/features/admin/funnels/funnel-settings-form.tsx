import type { Funnel, FunnelSettings } from '@desk/contracts/leads/funnels.schemas';
import {
  type FunnelMode,
  type PhoneVerification,
  requirableFields,
} from '@desk/contracts/leads/funnels.values';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { CheckboxField, CheckboxGroup } from '@/components/form/checkbox-field';
import { Field, NumberField } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { TextAreaField } from '@/components/form/text-area-field';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Card } from '@/components/ui/card';
import { SubmitButton } from '@/components/ui/mutation-button';
import { describeSaveFailure, ReloadableForm, SettingsConflict } from '@/components/ui/reloadable-form';
import { toOptions } from '@/components/ui/select';
import { hasCode } from '@/lib/api-client';
import { useRefresh, useReload } from '@/lib/use-refresh';
import { type FunnelFormValues, toFormValues, toSettings } from './funnel-form';
import { modeLabels } from '@/components/funnel/funnel-mode';

const modeHints: Record<FunnelMode, string> = {
  live: 'Its leads are sold.',
  test: 'Its leads are checked, but neither stored, sold nor charged.',
  paused: 'Its leads are refused.',
};

const phoneVerificationLabels: Record<PhoneVerification, string> = {
  off: 'Not looked up',
  optional: 'Look up',
  required: 'Look up, and refuse numbers that are not valid',
};
const requirableOptions = requirableFields.map((value) => ({
  value,
  label: <span className="font-mono text-sm">{value}</span>,
}));

const schema = async () => (await import('./funnel-form.schema')).funnelFormSchema;

export function FunnelSettingsForm({ funnel }: { funnel: Funnel }) {
  const reload = useReload('getFunnel', { params: { funnelId: funnel.id } });
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
  /** Starts over with the settings that are saved now. */
  onLoad: () => Promise<void>;
}

function SettingsForm({ funnel, onLoad }: SettingsFormProps) {
  const change = useRouteMutation('changeFunnel', {
    params: { funnelId: funnel.id },
    onSuccess: useRefresh('listFunnels', 'getFunnel'),
    success: { title: 'Settings saved', description: 'They apply from the next lead on.' },
    failure: describeSaveFailure('Failed to save the funnel. Please try again.'),
  });
  // The version that the form shows. A refetch must not change it: saving would then overwrite changes made elsewhere.
  const [version, setVersion] = useState(funnel.version);
  const save = async (settings: FunnelSettings) => {
    const saved = await change.mutateAsync({ ...settings, version });
    setVersion(saved.version);
  };
  return (
    <Form<FunnelFormValues>
      initialValues={toFormValues(funnel)}
      schema={schema}
      onSubmit={(values) => save(toSettings(values))}
    >
      <Field name="name" label="Name" autoComplete="off" />
      <ModeField />
      <TextAreaField
        name="origins"
        label="Origins that may post from a browser"
        note="(Optional)"
        hint="One a line, such as https://www.example.com. A key in a page is visible to its visitors."
        rows={3}
        spellCheck={false}
        className="font-mono text-sm"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          name="requestsPerSecond"
          label="Rate limit"
          note="(Optional)"
          hint="Leads per second, at most 100."
        />
        <NumberField
          name="duplicateWindowDays"
          label="Duplicate window"
          note="(Optional)"
          hint="Days. Shorter than usual, for this funnel alone."
        />
      </div>
      <CheckboxGroup name="requiredFields" label="Required with each lead" options={requirableOptions}>
        <CheckboxField
          name="requiresConsentProof"
          label="Proof of consent: a TrustedForm certificate or a Jornaya lead ID"
        />
      </CheckboxGroup>
      <SelectField
        name="phoneVerification"
        label="Phone numbers"
        hint="A look-up costs what the provider of text messages charges for it. Without an answer, a lead is sold as not verified."
        options={toOptions(phoneVerificationLabels)}
      />
      {hasCode(change.error, 'SETTINGS_CHANGED') ? <SettingsConflict onLoad={onLoad} /> : null}
      <SubmitButton className="justify-self-start" mutation={change} pendingLabel="Saving...">
        Save settings
      </SubmitButton>
    </Form>
  );
}

function ModeField() {
  const { values } = useFormikContext<FunnelFormValues>();
  return (
    <SelectField name="mode" label="Mode" hint={modeHints[values.mode]} options={toOptions(modeLabels)} />
  );
}
