import type { Mapping, MappingRule } from '@desk/contracts/leads/held-posts.schemas';
import { constantFields, MAX_MAPPED_VALUES } from '@desk/contracts/leads/held-posts.values';
import { type PostedFieldName, postedFieldNames } from '@desk/contracts/leads/lead-fields';
import { useId, useState } from 'react';
import { Checkbox } from '@/components/form/checkbox-field';
import { Button } from '@/components/ui/button';
import { describeInput, FieldError, FieldFrame } from '@/components/ui/field-frame';
import { X } from '@/components/ui/icons';
import { inputClasses } from '@/components/ui/input-classes';
import { Select } from '@/components/ui/select';
import { rowButton } from '../columns';
import { addRule, changeRule, removeRule } from './mapping-draft';
import { dateFields, listedValues, postedFieldLabels } from './posted-fields';

interface TextInputProps {
  label: string;
  hint?: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function TextInput({ label, hint, value, error, onChange }: TextInputProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className="min-w-0 grow">
      <input
        {...describeInput(id, { hint, error })}
        value={value}
        autoComplete="off"
        className={inputClasses}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  );
}

/** The first error at each path of the mapping, such as `rules[0].values[1].sent`. */
export type MappingErrors = Readonly<Record<string, string>>;

interface RuleProps {
  rule: MappingRule;
  /** Path of the rule in the mapping, such as `rules[0]`. */
  path: string;
  errors: MappingErrors;
  onChange: (changes: Partial<MappingRule>) => void;
  onRemove: () => void;
}

function Names({ rule: { field, from }, path, errors, onChange }: Omit<RuleProps, 'onRemove'>) {
  const id = useId();
  const error =
    errors[`${path}.from`] ?? from.map((_, index) => errors[`${path}.from[${index}]`]).find(Boolean);
  return (
    <div className="text-sm">
      {from.length === 0 ? (
        <p className="text-muted">Nothing in the request goes here.</p>
      ) : (
        <>
          <p className="font-semibold">Comes from</p>
          <ul data-focus="rows" className="mt-1.5 flex flex-wrap gap-2">
            {from.map((name) => (
              <li
                key={name}
                className="inline-flex max-w-full items-center rounded-control border border-line bg-sunken pl-3"
              >
                <span className="min-w-0 font-mono wrap-anywhere">{name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${name} from ${postedFieldLabels[field]}`}
                  className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:text-ink pointer-coarse:size-11"
                  onClick={() => onChange({ from: from.filter((each) => each !== name) })}
                >
                  <X aria-hidden className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

function ValuePairs({ rule: { values }, path, errors, onChange }: Omit<RuleProps, 'onRemove'>) {
  const id = useId();
  const change = (changed: number, text: Partial<MappingRule['values'][number]>) =>
    onChange({ values: values.map((pair, index) => (index === changed ? { ...pair, ...text } : pair)) });
  return (
    <div className="grid justify-items-start gap-3">
      {values.length === 0 ? null : (
        <ul data-focus="rows" className="grid w-full gap-3">
          {values.map(({ sent, means }, index) => (
            <li key={index} className="flex flex-wrap items-start gap-3">
              <TextInput
                label="Sent"
                value={sent}
                error={errors[`${path}.values[${index}].sent`]}
                onChange={(text) => change(index, { sent: text })}
              />
              <TextInput
                label="Means"
                value={means}
                error={errors[`${path}.values[${index}].means`]}
                onChange={(text) => change(index, { means: text })}
              />
              <Button
                variant="quiet"
                className="sm:mt-6.5"
                aria-label={`Remove value ${index + 1}`}
                onClick={() => onChange({ values: values.filter((_, each) => each !== index) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FieldError id={id}>{errors[`${path}.values`]}</FieldError>
      <Button
        variant="secondary"
        className={rowButton}
        aria-disabled={values.length >= MAX_MAPPED_VALUES}
        onClick={() => onChange({ values: [...values, { sent: '', means: '' }] })}
      >
        Add a value
      </Button>
    </div>
  );
}

function Rule(props: RuleProps) {
  const { rule, path, errors, onChange, onRemove } = props;
  const { field, constant, isDayFirst } = rule;
  const listed = listedValues(field);
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="float-left font-semibold">{postedFieldLabels[field]}</legend>
      <Names {...props} />
      {constantFields.includes(field) ? (
        <TextInput
          label="If nothing was sent"
          hint={listed.length === 0 ? undefined : `One of: ${listed.join(', ')}`}
          value={constant ?? ''}
          error={errors[`${path}.constant`]}
          onChange={(text) => onChange({ constant: text === '' ? null : text })}
        />
      ) : null}
      <ValuePairs {...props} />
      {dateFields.has(field) ? (
        <Checkbox
          label="Dates begin with the day"
          isChecked={isDayFirst}
          onChange={(isChecked) => onChange({ isDayFirst: isChecked })}
        />
      ) : null}
      <Button
        variant="quiet"
        className={`justify-self-start ${rowButton}`}
        aria-label={`Remove the rule of ${postedFieldLabels[field]}`}
        onClick={onRemove}
      >
        Remove the rule
      </Button>
    </fieldset>
  );
}

interface MappingRulesProps {
  draft: Mapping;
  errors: MappingErrors;
  /** Returns the sender's names for a field that is found by its name. */
  findNames: (field: PostedFieldName) => string[];
  onChange: (draft: Mapping) => void;
}

export function MappingRules({ draft, errors, findNames, onChange }: MappingRulesProps) {
  const free = postedFieldNames.filter((field) => draft.rules.every((rule) => rule.field !== field));
  const [chosen, setChosen] = useState<PostedFieldName | null>(null);
  const field = chosen !== null && free.includes(chosen) ? chosen : free[0];
  return (
    <div className="grid gap-6">
      {draft.rules.length === 0 ? (
        <p className="text-muted">There are no rules. Fields are found by their usual names.</p>
      ) : (
        <ul data-focus="rows" className="divide-y divide-line">
          {draft.rules.map((rule, index) => (
            <li key={rule.field} className="py-5 first:pt-0">
              <Rule
                rule={rule}
                path={`rules[${index}]`}
                errors={errors}
                onChange={(changes) => onChange(changeRule(draft, rule.field, changes))}
                onRemove={() => onChange(removeRule(draft, rule.field))}
              />
            </li>
          ))}
        </ul>
      )}
      {field === undefined ? null : (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Field"
            className="min-w-44 grow sm:max-w-72"
            value={field}
            options={free.map((value) => ({ value, label: postedFieldLabels[value] }))}
            onChange={setChosen}
          />
          <Button variant="secondary" onClick={() => onChange(addRule(draft, field, findNames(field)))}>
            Add a rule
          </Button>
        </div>
      )}
    </div>
  );
}
