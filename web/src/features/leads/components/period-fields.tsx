import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { FIRST_DAY, LAST_DAY } from '@/components/list/list-params';
import { FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { leadParams, parsePeriod, type Period } from '../lib/filters';

const toTexts = ({ from, to }: Period) => ({ from: from ?? '', to: to ?? '' });
const toKey = ({ from, to }: Period): string => `${from ?? ''} ${to ?? ''}`;

interface PeriodFieldsProps {
  /** The period in effect. */
  period: Period;
  onChange: (period: Period) => void;
}

/** Date fields for the first and the last day. What they hold takes effect once it is a period. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const key = toKey(period);
  const [fields, setFields] = useState({ texts: toTexts(period), submittedKey: key, lastKey: key });
  // Follow changes from outside, such as browser Back, but keep what was typed since our own change.
  if (key !== fields.lastKey)
    setFields({
      texts: key === fields.submittedKey ? fields.texts : toTexts(period),
      submittedKey: key,
      lastKey: key,
    });

  const { texts } = fields;
  const edit = (change: Partial<typeof texts>) => {
    const edited = { ...texts, ...change };
    const entered = parsePeriod(edited);
    setFields({ ...fields, texts: edited, submittedKey: entered ? toKey(entered) : fields.submittedKey });
    if (entered && toKey(entered) !== fields.submittedKey) onChange(entered);
  };
  const { from, to } = leadParams;
  const isReversed = from.parse(texts.from) !== null && to.parse(texts.to) !== null && !parsePeriod(texts);
  return (
    <>
      <DayField label={from.label} text={texts.from} onChange={(text) => edit({ from: text })} />
      <DayField
        label={to.label}
        text={texts.to}
        error={isReversed ? 'Must not be before From' : undefined}
        onChange={(text) => edit({ to: text })}
      />
    </>
  );
}

interface DayFieldProps {
  label: string;
  text: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}

function DayField({ label, text, error, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} className="min-w-0">
      <input
        id={id}
        type="date"
        min={FIRST_DAY}
        max={LAST_DAY}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        className={clsx(inputClasses, 'tabular min-w-0 user-invalid:border-danger')}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  );
}
