import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { dispositions, NOTES_MAX } from '@desk/contracts/leads/sold-leads.values';
import { clsx } from 'clsx';
import { useId } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConflictNotice } from '@/components/ui/reloadable-form';
import { FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { Notice } from '@/components/ui/notice';
import { dateFormatter } from '@/lib/dates';
import type { DispositionValues } from '../lib/disposition-drafts';
import { dispositionLabels } from '../lib/lead-labels';
import { type DispositionFormState, useDispositionForm } from '../lib/use-disposition-form';
import { PlanFields } from './plan-fields';

/** The counter appears only near the limit. */
const MAX_REMAINING_SHOWN = 500;

interface DispositionFormProps {
  lead: LeadPage;
  /** Resolves once the newer version is loaded. */
  onReload: () => Promise<unknown>;
  className: string;
}

export function DispositionForm({ lead, onReload, className }: DispositionFormProps) {
  const id = useId();
  const form = useDispositionForm(lead);
  const { disposition, notes } = form.values;
  const remaining = NOTES_MAX - notes.length;
  const showsRemaining = remaining <= MAX_REMAINING_SHOWN;
  return (
    <Card
      title="Your status and notes"
      description={<span className="text-sm">Only you can see this.</span>}
      className={className}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <StashedChanges form={form} />
        <fieldset>
          <legend className="text-sm font-semibold">Status</legend>
          <div className="mt-1.5 flex flex-wrap gap-2">
            {dispositions.map((state) => (
              <label
                key={state}
                className={clsx(
                  'relative flex min-h-11 cursor-pointer items-center rounded-control border border-line-strong px-3 font-medium transition-colors duration-150 hover:border-ink',
                  'has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand',
                  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
                )}
              >
                <input
                  type="radio"
                  name={`${id}-status`}
                  value={state}
                  checked={disposition === state}
                  className="absolute inset-0 cursor-pointer opacity-0"
                  onChange={() => form.edit({ disposition: state })}
                />
                {dispositionLabels[state]}
              </label>
            ))}
          </div>
        </fieldset>
        <FieldFrame
          id={`${id}-notes`}
          label="Notes"
          hint={showsRemaining ? <span className="tabular">{remaining} characters left</span> : undefined}
        >
          <textarea
            id={`${id}-notes`}
            rows={5}
            maxLength={NOTES_MAX}
            value={notes}
            aria-describedby={showsRemaining ? `${id}-notes-hint` : undefined}
            className={clsx(inputClasses, 'field-sizing-content max-h-96 min-h-32 resize-y')}
            onChange={({ target }) => form.edit({ notes: target.value })}
          />
        </FieldFrame>
        <PlanFields lead={lead} form={form} />
        {form.isOutdated ? (
          <ConflictNotice
            title="This lead was changed in another window"
            loadLabel="Load the newer version"
            onLoad={async () => {
              await onReload();
              form.acceptNewerVersion();
            }}
          >
            Your changes were not saved, but they are still here. Load the newer version to continue.
          </ConflictNotice>
        ) : null}
        {form.failure === null ? null : (
          <p role="alert" className="font-medium text-danger">
            Your changes were not saved. {form.failure}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <PendingButton
            type="submit"
            isPending={form.isSaving}
            pendingLabel="Saving..."
            disabled={!form.isDirty}
          >
            Save
          </PendingButton>
          {form.isDirty && !form.isSaving ? (
            <Button variant="quiet" onClick={form.discard}>
              Discard changes
            </Button>
          ) : null}
          <p role="status" className="text-sm text-muted">
            {form.isSaved ? 'Saved' : form.isDirty && !form.isSaving ? 'Not saved yet' : ''}
          </p>
        </div>
      </form>
    </Card>
  );
}

/** Formats the value of a datetime-local input. */
const formatLocal = dateFormatter({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const describeTime = (value: string | undefined) => value && formatLocal(`${value}Z`);

/** Returns labels and values of what was edited, without the notes. */
const describeValues = (values: Partial<DispositionValues>) =>
  Object.entries({
    Status: values.disposition && dispositionLabels[values.disposition],
    'Call back': describeTime(values.remindAt),
    Appointment: describeTime(values.appointmentAt),
    Commission: values.commission,
  }).filter(([, value]) => value !== undefined);

/** Shows the edits made before the newer version was loaded, until the agent reuses or discards them. */
const StashedChanges = ({ form: { stash, restoreStash, discardStash } }: { form: DispositionFormState }) =>
  stash === null ? null : (
    <Notice tone="money" title="Your unsaved changes">
      {describeValues(stash).map(([label, value]) => (
        <p key={label}>
          {label}: <span className="font-semibold">{value || 'None'}</span>
        </p>
      ))}
      {stash.notes === undefined ? null : (
        <p className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
          {stash.notes === '' ? 'No notes' : stash.notes}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={restoreStash}>
          Use my changes
        </Button>
        <Button variant="quiet" onClick={discardStash}>
          Discard them
        </Button>
      </div>
    </Notice>
  );
