import {
  DAILY_LIMIT_MAX,
  DAILY_LIMIT_MIN,
  DAILY_LIMIT_PRESETS,
  DAILY_LIMIT_TOO_LOW,
} from '@desk/contracts/leads/daily-limit.values';
import { usStates } from '@desk/contracts/leads/leads.values';
import { clsx } from 'clsx';
import { useFormikContext } from 'formik';
import { useId } from 'react';
import { ChoiceList } from '@/components/ui/choice-list';
import { describeInput, FieldError, FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import type { Answers } from '../lib/answers';
import type { Wizard } from '../lib/use-wizard';
import { StepForm } from './step-form';

type Values = Pick<Answers, 'dailyLeadLimit' | 'isAllStates' | 'states'>;

const choices = [
  {
    isAll: true,
    label: 'All states',
    hint: `Leads come from every state, and each costs ${LEAD_PRICE}, also where you are not licensed.`,
  },
  { isAll: false, label: 'Only some states', hint: 'You get no leads from the others.' },
] as const;

function StatesField() {
  const { values, errors, submitCount, setFieldValue } = useFormikContext<Values>();
  const error = submitCount > 0 && typeof errors.states === 'string' ? errors.states : undefined;
  return (
    <fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : 'states-error'}>
      <legend className="mb-1.5 text-sm font-semibold">Where are you licensed?</legend>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {choices.map(({ isAll, label, hint }) => (
          <label
            key={label}
            className="flex cursor-pointer items-start gap-4 border-b border-line px-4 py-3 last:border-0 hover:bg-sunken"
          >
            <input
              type="radio"
              name="isAllStates"
              className="mt-1 size-5 shrink-0 accent-brand"
              aria-label={label}
              aria-describedby={`states-${isAll}`}
              checked={values.isAllStates === isAll}
              onChange={() => void setFieldValue('isAllStates', isAll)}
            />
            <span>
              <span className="block font-semibold">{label}</span>
              <span id={`states-${isAll}`} className="text-sm text-muted">
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
      {values.isAllStates ? null : (
        <ChoiceList
          label="States where you are licensed"
          isNarrow
          noneLabel="None yet"
          options={usStates}
          selected={values.states}
          onChange={(states) => void setFieldValue('states', states)}
        />
      )}
      <FieldError id="states-error">{error}</FieldError>
    </fieldset>
  );
}

const schema = async () => (await import('@desk/contracts/accounts/onboarding.schemas')).dailyLimitStepSchema;

/** Parses the custom limit. An empty field is 0; null means the input is ignored. */
function parseLimit(text: string): number | null {
  if (text === '') return 0;
  const value = Number(text);
  return Number.isInteger(value) && value >= DAILY_LIMIT_MIN && value <= DAILY_LIMIT_MAX ? value : null;
}

function LimitFields() {
  const id = useId();
  const { values, errors, setFieldValue } = useFormikContext<Values>();
  const { dailyLeadLimit: limit } = values;
  const choose = (value: number) => void setFieldValue('dailyLeadLimit', value);
  const error = limit === 0 ? DAILY_LIMIT_TOO_LOW : errors.dailyLeadLimit;
  return (
    <>
      <fieldset>
        <legend className="text-sm font-semibold">Leads per day</legend>
        <div className="tabular mt-1.5 grid grid-cols-3 gap-2 sm:grid-cols-6">
          {DAILY_LIMIT_PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={limit === preset}
              className={clsx(
                'min-h-11 rounded-control border font-semibold transition-colors duration-150',
                limit === preset
                  ? 'border-brand bg-brand text-on-brand'
                  : 'border-line-strong bg-surface hover:border-ink',
              )}
              onClick={() => choose(preset)}
            >
              {preset}
            </button>
          ))}
        </div>
      </fieldset>
      <FieldFrame id={id} label="Custom limit" note={`(${DAILY_LIMIT_MIN}-${DAILY_LIMIT_MAX})`} error={error}>
        <input
          {...describeInput(id, { error })}
          type="number"
          inputMode="numeric"
          min={DAILY_LIMIT_MIN}
          max={DAILY_LIMIT_MAX}
          name="dailyLeadLimit"
          className={clsx(inputClasses, 'tabular max-w-40')}
          value={limit === 0 ? '' : limit}
          onChange={({ target }) => {
            const value = parseLimit(target.value);
            if (value !== null) choose(value);
          }}
        />
      </FieldFrame>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-card border border-money-line bg-money-soft px-5 py-4 text-money">
        <p>
          Daily cost estimate
          <span className="tabular block text-sm">
            {limit} x {LEAD_PRICE} per day
          </span>
        </p>
        <p className="tabular text-xl font-semibold">{formatDailyCost(limit)} per day</p>
      </div>
    </>
  );
}

export function LimitStep({ wizard }: { wizard: Wizard }) {
  const { dailyLeadLimit, isAllStates, states } = wizard.answers;
  return (
    <StepForm<Values>
      wizard={wizard}
      title="Set your daily limit"
      intro="You never receive, or pay for, more leads than this in a day. You can change it any time."
      initialValues={{ dailyLeadLimit, isAllStates, states }}
      schema={schema}
      isBlocked={({ dailyLeadLimit }) => dailyLeadLimit === 0}
      onSubmit={(values) => wizard.goTo('activate', { answers: values })}
    >
      <LimitFields />
      <StatesField />
    </StepForm>
  );
}
