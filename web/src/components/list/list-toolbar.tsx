import type { ReactNode } from 'react';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import type { ChangeView } from './define-list';
import { ALL, type ChoiceParam, type ListParam, type ListParams, type ViewOf } from './list-params';
import type { Period } from './period';
import { PeriodFields } from './period-fields';

interface ChoiceFieldProps {
  param: Pick<ChoiceParam, 'label' | 'className' | 'useOptions'>;
  value: string | null;
  onChange: (value: string | null) => void;
}

export const ChoiceField = ({
  param: { label, className, useOptions },
  value,
  onChange,
}: ChoiceFieldProps) => (
  <Select
    label={label}
    className={className}
    value={value ?? ALL}
    options={useOptions()}
    onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
  />
);

interface FieldProps {
  param: ListParam;
  value: unknown;
  many: string;
  isSearchHidden: boolean;
  onChange: (value: string | null, options?: { replace: boolean }) => void;
}

/** The field of one parameter. Order and page are changed below the toolbar, days by the period fields. */
function ParamField({ param, value, many, isSearchHidden, onChange }: FieldProps) {
  switch (param.kind) {
    case 'search':
      return isSearchHidden ? null : (
        <SearchField
          label={`Search ${many}`}
          hint={param.hint}
          value={value as string}
          className="w-full sm:w-80"
          onSearch={(text) => onChange(text, { replace: true })}
        />
      );
    case 'choice':
      return <ChoiceField param={param} value={value as string | null} onChange={onChange} />;
    case 'only': {
      const { Note } = param;
      return value === null ? null : (
        <Note id={value as string} many={many} onShowAll={() => onChange(null)} />
      );
    }
    case 'day':
    case 'order':
    case 'cursor':
    case 'page':
      return null;
  }
}

interface ListToolbarProps<Params extends ListParams> {
  many: string;
  params: Params;
  view: ViewOf<Params>;
  onChange: ChangeView<Params>;
  /** Buttons after the fields. */
  tools?: ReactNode;
}

export function ListToolbar<Params extends ListParams>({
  many,
  params,
  view,
  onChange,
  tools,
}: ListToolbarProps<Params>) {
  const period = view as unknown as Period;
  const isSearchHidden = Object.entries(params).some(
    ([name, param]) => param.kind === 'only' && !param.isSearchable && view[name] !== null,
  );
  return (
    // Focusable, so that the focus stays here when the button that clears the filters is gone.
    <div
      role="group"
      aria-label={`Filter ${many}`}
      tabIndex={-1}
      className="mb-4 flex flex-wrap items-end gap-3 rounded-card empty:hidden"
    >
      {Object.entries(params).map(([name, param]) =>
        param.kind === 'day' && name === 'from' ? (
          <PeriodFields
            key={name}
            period={period}
            className={param.className}
            // Refining a period replaces the history entry, so Back leaves it in one step.
            onChange={(changed) =>
              onChange(changed as Partial<ViewOf<Params>>, {
                replace: period.from !== null || period.to !== null,
              })
            }
          />
        ) : (
          <ParamField
            key={name}
            param={param}
            value={view[name]}
            many={many}
            isSearchHidden={isSearchHidden}
            onChange={(value, options) => onChange({ [name]: value } as Partial<ViewOf<Params>>, options)}
          />
        ),
      )}
      {tools}
    </div>
  );
}
