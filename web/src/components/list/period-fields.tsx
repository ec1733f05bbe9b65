import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { describeInput, FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { FIRST_DAY, LAST_DAY, parseDay } from './list-params';
import { parsePeriod, type Period } from './period';

const toTexts = ({ from, to }: Period) => ({ from: from ?? '', to: to ?? '' });
const toKey = ({ from, to }: Period): string => `${from ?? ''} ${to ?? ''}`;

interface PeriodFieldsProps {
  /** The period in effect. */
  period: Period;
  /** Class of each field. */
  className?: string;
  onChange: (period: Period) => void;
}

/** Date fields for the first and the last day. A change takes effect once both are valid. */
export function PeriodFields({ period, className = 'min-w-0', onChange }: PeriodFieldsProps) {
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
  const isReversed = parseDay(texts.from) !== null && parseDay(texts.to) !== null && !parsePeriod(texts);
  return (
    <>
      <DayField
        label="From"
        text={texts.from}
        className={className}
        onChange={(text) => edit({ from: text })}
      />
      <DayField
        label="To"
        text={texts.to}
        error={isReversed ? 'Must not be before From' : undefined}
        className={className}
        onChange={(text) => edit({ to: text })}
      />
    </>
  );
}

interface DayFieldProps {
  label: string;
  text: string;
  error?: string | undefined;
  className: string;
  onChange: (text: string) => void;
}

function DayField({ label, text, error, className, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} className={className}>
      <input
        {...describeInput(id, { error })}
        type="date"
        min={FIRST_DAY}
        max={LAST_DAY}
        value={text}
        className={clsx(inputClasses, 'tabular min-w-0 user-invalid:border-danger')}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  );
}
