import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN } from '@desk/contracts/leads/daily-limit.values';
import { clsx } from 'clsx';
import { useId } from 'react';
import { ConfirmDialog } from '@/components/ui/dialog';
import { inputClasses } from '@/components/ui/input-classes';
import { Slider } from '@/components/ui/slider';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import { formatCount } from '@/lib/numbers';
import { useDailyLimit } from '../api/use-daily-limit';
import { USUAL_MAX } from '../lib/daily-limit';

interface DailyLimitProps {
  savedLimit: number;
  /** Whether the saved limit is loaded. Until then, it cannot be changed. */
  isLoaded: boolean;
}

export function DailyLimit({ savedLimit, isLoaded }: DailyLimitProps) {
  const id = useId();
  const { text, limit, isSaving, hasUnsavedEdit, largeRise, edit, normalize, confirm, reset } =
    useDailyLimit(savedLimit);
  return (
    <section aria-labelledby={`${id}-title`} aria-busy={!isLoaded}>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-6 gap-y-1 @2xl:grid-cols-[auto_7rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lg leading-6 font-semibold">
            <label htmlFor={`${id}-number`}>Daily Lead Limit</label>
          </h2>
          <p role="status" className="text-sm text-muted">
            {isSaving
              ? 'Saving...'
              : hasUnsavedEdit
                ? 'Not saved yet'
                : `Leads per day, ${DAILY_LIMIT_MIN}-${DAILY_LIMIT_MAX}`}
          </p>
        </div>
        <input
          id={`${id}-number`}
          type="number"
          inputMode="numeric"
          min={DAILY_LIMIT_MIN}
          max={DAILY_LIMIT_MAX}
          step={1}
          value={text}
          disabled={!isLoaded}
          className={clsx(
            inputClasses,
            'tabular text-right text-lg! font-semibold [appearance:textfield] disabled:opacity-55',
            '[&::-webkit-inner-spin-button]:appearance-none',
          )}
          onChange={({ target }) => edit(target.value)}
          onBlur={normalize}
          onKeyDown={({ key }) => {
            if (key === 'Enter') normalize();
          }}
          // Scrolling over a focused number field would change the limit.
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
        <div className="@max-2xl:col-span-full">
          <Slider
            label="Daily lead limit"
            value={limit}
            min={DAILY_LIMIT_MIN}
            max={DAILY_LIMIT_MAX}
            fineStepsUpTo={USUAL_MAX}
            isDisabled={!isLoaded}
            valueText={`${limit} per day`}
            onChange={(value) => edit(String(value))}
          />
        </div>
      </div>
      <p className="tabular mt-3 text-sm text-muted">
        You are auto-billed {LEAD_PRICE} the second a lead is received, up to the daily maximum.{' '}
        <span className="font-semibold whitespace-nowrap text-money">
          At most {formatDailyCost(limit)} per day.
        </span>
      </p>
      {largeRise === null ? null : (
        <ConfirmDialog
          onClose={reset}
          title={`Raise the daily limit to ${formatCount(largeRise)}?`}
          description={`Leads can then cost up to ${formatDailyCost(largeRise)} a day. Your limit is ${formatCount(savedLimit)} at the moment.`}
          confirmLabel="Raise limit"
          pendingLabel="Saving..."
          onConfirm={() => confirm(largeRise)}
        />
      )}
    </section>
  );
}
