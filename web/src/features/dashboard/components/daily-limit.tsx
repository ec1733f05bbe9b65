import { clsx } from 'clsx';
import { useId } from 'react';
import { inputClasses } from '@/components/ui/input-classes';
import { Slider } from '@/components/ui/slider';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import { LIMIT_BEFORE_LOADED, LIMIT_MAX, LIMIT_MIN } from '../lib/daily-limit';
import { useDailyLimit } from '../lib/use-daily-limit';

interface DailyLimitProps {
  /** Null while it is not known. */
  inForce: number | null;
}

export function DailyLimit({ inForce }: DailyLimitProps) {
  const id = useId();
  const isKnown = inForce !== null;
  const { text, limit, isSaving, isEdited, edit, settle } = useDailyLimit(inForce ?? LIMIT_BEFORE_LOADED);
  return (
    <section aria-labelledby={`${id}-title`} aria-busy={!isKnown}>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-6 gap-y-1 @2xl:grid-cols-[auto_7rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lg leading-6 font-semibold">
            <label htmlFor={`${id}-number`}>Daily Lead Limit</label>
          </h2>
          <p role="status" className="text-sm text-muted">
            {isSaving ? 'Saving...' : isEdited ? 'Not saved yet' : `Leads a day, ${LIMIT_MIN}-${LIMIT_MAX}`}
          </p>
        </div>
        <input
          id={`${id}-number`}
          type="number"
          inputMode="numeric"
          min={LIMIT_MIN}
          max={LIMIT_MAX}
          step={1}
          value={text}
          disabled={!isKnown}
          className={clsx(
            inputClasses,
            'tabular text-right text-lg! font-semibold [appearance:textfield] disabled:opacity-55',
            '[&::-webkit-inner-spin-button]:appearance-none',
          )}
          onChange={({ target }) => edit(target.value)}
          onBlur={settle}
          onKeyDown={({ key }) => {
            if (key === 'Enter') settle();
          }}
          // Scrolling past it must not change what may be spent.
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
        <div className="@max-2xl:col-span-full">
          <Slider
            label="Daily lead limit"
            value={limit}
            min={LIMIT_MIN}
            max={LIMIT_MAX}
            isDisabled={!isKnown}
            valueText={`${limit} a day`}
            onChange={(value) => edit(String(value))}
          />
        </div>
      </div>
      <p className="tabular mt-3 text-sm text-muted">
        You are auto-billed {LEAD_PRICE} the second a lead is received, up to the daily maximum.{' '}
        <span className="font-semibold whitespace-nowrap text-money">
          At most {formatDailyCost(limit)} a day.
        </span>
      </p>
    </section>
  );
}
