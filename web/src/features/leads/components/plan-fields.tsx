import { REMOVED } from '@desk/contracts/leads/lead-fields';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { FIRST_DAY, LAST_DAY } from '@/components/list/list-params';
import { Button } from '@/components/ui/button';
import { describeInput, FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { toDay } from '@/lib/dates';
import { formatTimeZone } from '@/lib/format-time-zone';
import { saveFile } from '@/lib/route-file';
import { siteOrigin } from '@/lib/site-origin';
import { getShownTimeZone } from '@/lib/time-zone';
import type { DispositionFormState } from '../lib/use-disposition-form';

interface LocalTimeFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Buttons next to the field. */
  children?: ReactNode;
}

/** A date and a time on the agent's clock. */
function LocalTimeField({ label, value, error, onChange, children }: LocalTimeFieldProps) {
  const id = useId();
  // For the browser, a field with a date but no time is empty.
  const [isIncomplete, setIncomplete] = useState(false);
  const message = isIncomplete ? 'Enter a date and a time' : error;
  const hint = formatTimeZone(getShownTimeZone());
  return (
    <FieldFrame id={id} label={label} hint={hint} error={message}>
      {/* Focusable, so that the focus stays here when the button is gone. */}
      <div tabIndex={-1} className="flex flex-wrap gap-2 outline-none!">
        <input
          {...describeInput(id, { hint, error: message })}
          type="datetime-local"
          min={`${FIRST_DAY}T00:00`}
          max={`${LAST_DAY}T23:59`}
          value={value}
          className={clsx(inputClasses, 'tabular max-w-64 min-w-0 grow')}
          onChange={({ target }) => {
            setIncomplete(false);
            onChange(target.value);
          }}
          onBlur={({ target }) => setIncomplete(target.validity.badInput)}
        />
        {value === '' ? null : (
          <Button
            variant="quiet"
            aria-label={`Clear ${label}`}
            className="px-3!"
            onClick={() => onChange('')}
          >
            Clear
          </Button>
        )}
        {children}
      </div>
    </FieldFrame>
  );
}

/** Saves a calendar file with the appointment. */
function AddToCalendar({ lead, at }: { lead: LeadPage; at: string }) {
  const { id: leadId, fullName, phone, version } = lead;
  const add = useMutation({
    mutationFn: async () => {
      // Loaded on click, because few agents need it.
      const { createAppointmentFile } = await import('../lib/appointment-file');
      const content = createAppointmentFile({ leadId, fullName, phone, at, version, origin: siteOrigin });
      saveFile(new Blob([content], { type: 'text/calendar' }), `appointment-${toDay(at)}.ics`);
    },
    meta: { failure: 'Failed to make the calendar file. Please try again.' },
  });
  return (
    <Button variant="secondary" isBusy={add.isPending} onClick={() => add.mutate()}>
      Add to calendar
    </Button>
  );
}

interface PlanFieldsProps {
  lead: LeadPage;
  form: DispositionFormState;
}

/** When to call back, the appointment, and what the lead earned. */
export function PlanFields({ lead, form: { values, saved, errors, edit } }: PlanFieldsProps) {
  const id = useId();
  const isAppointmentSaved = values.appointmentAt === saved.appointmentAt;
  return (
    <>
      <LocalTimeField
        label="Call back"
        value={values.remindAt}
        error={errors.remindAt}
        onChange={(remindAt) => edit({ remindAt })}
      />
      <LocalTimeField
        label="Appointment"
        value={values.appointmentAt}
        error={errors.appointmentAt}
        onChange={(appointmentAt) => edit({ appointmentAt })}
      >
        {lead.appointmentAt !== null && isAppointmentSaved && lead.phone !== REMOVED ? (
          <AddToCalendar lead={lead} at={lead.appointmentAt} />
        ) : null}
      </LocalTimeField>
      <FieldFrame id={id} label="Commission" hint="In dollars, for your reports." error={errors.commission}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={values.commission}
          aria-invalid={errors.commission === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-error`}
          className={clsx(inputClasses, 'tabular max-w-64')}
          onChange={({ target }) => edit({ commission: target.value })}
        />
      </FieldFrame>
    </>
  );
}
