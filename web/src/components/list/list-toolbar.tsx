import type { ReactNode } from 'react';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import type { ChangeView } from './define-list';
import { ALL, type ChoiceParam, type ListParam, type ListParams, type ViewOf } from './list-params';

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

/** The field that changes one parameter. Order and page are changed below the toolbar; no such list has days. */
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
  const isSearchHidden = Object.entries(params).some(
    ([name, { kind }]) => kind === 'only' && view[name] !== null,
  );
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3 empty:hidden">
      {Object.entries(params).map(([name, param]) => (
        <ParamField
          key={name}
          param={param}
          value={view[name]}
          many={many}
          isSearchHidden={isSearchHidden}
          onChange={(value, options) => onChange({ [name]: value } as Partial<ViewOf<Params>>, options)}
        />
      ))}
      {tools}
    </div>
  );
}
