import { usStates } from '@desk/contracts/leads/leads.values';
import { useFormikContext } from 'formik';
import { FieldError } from '@/components/ui/field-frame';
import { ChoiceList } from '@/components/ui/choice-list';
import { LEAD_PRICE } from '@/config/pricing';
import type { Answers } from '../lib/answers';

type Values = Pick<Answers, 'isAllStates' | 'states'>;

const choices = [
  {
    isAll: true,
    label: 'All states',
    hint: `Leads come from every state, and each costs ${LEAD_PRICE}, also where you are not licensed.`,
  },
  { isAll: false, label: 'Only some states', hint: 'You get no leads from the others.' },
] as const;

export function StatesField() {
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
