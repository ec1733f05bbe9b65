import { isCursor, isUuid } from '@desk/contracts/format/ids';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import type { ComponentType } from 'react';

/** One parameter of a list's URL. */
interface Param<Kind extends string, Value> {
  readonly kind: Kind;
  readonly initial: Value;
  /** Reads the URL, which can hold anything. */
  readonly parse: (text: string | null) => Value;
  /** Null leaves the parameter out of the URL. */
  readonly format: (value: Value) => string | null;
}

export interface SearchParam extends Param<'search', string> {
  /** Placeholder that names what is searched. */
  readonly hint: string;
  /** Sentence shown when nothing matches: 'Search covers names and email addresses.' */
  readonly covers?: string;
}
export interface ChoiceParam<Value extends string = string, Chosen = Value | null> extends Param<
  'choice',
  Chosen
> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<Value, string>>;
  /** Null if one of the values has to be chosen. */
  readonly allLabel: string | null;
  readonly className: string;
}
/** A choice whose options have to be loaded. */
export interface LoadedChoiceParam extends Param<'loaded-choice', string | null> {
  readonly label: string;
  readonly useOptions: () => readonly { readonly value: string; readonly label: string }[];
  readonly className: string;
}
/** Restricts the list to what belongs to one thing, such as a user. There is no search within it. */
export interface OnlyParam extends Param<'only', string | null> {
  /** Says what the list is restricted to, and ends that. */
  readonly Note: ComponentType<{
    readonly id: string;
    readonly many: string;
    readonly onShowAll: () => void;
  }>;
}
export interface OrderParam<Value extends string = string> extends Param<'order', Value> {
  readonly labels: Readonly<Record<Value, string>>;
}
export type CursorParam = Param<'cursor', string | null>;
export interface PageParam extends Param<'page', number> {
  readonly pageSize: number;
}

/** A parameter whose values are not known: only its own values may be formatted. */
type AnyOf<P extends { readonly format: unknown }> = Omit<P, 'format'> & {
  readonly format: (value: never) => string | null;
};
export type ListParam =
  | AnyOf<SearchParam>
  | AnyOf<ChoiceParam>
  | AnyOf<LoadedChoiceParam>
  | AnyOf<OnlyParam>
  | AnyOf<OrderParam>
  | AnyOf<CursorParam>
  | AnyOf<PageParam>;
export type ListParams = Readonly<Record<string, ListParam>>;
/** What a list shows: the value of each parameter. */
export type ViewOf<Params extends ListParams> = {
  readonly [Name in keyof Params]: ReturnType<Params[Name]['parse']>;
};
/** The values by which a list can be sorted. */
export type OrderOf<Params extends ListParams> = {
  [Name in keyof Params]: Params[Name] extends {
    readonly kind: 'order';
    readonly initial: infer Value extends string;
  }
    ? Value
    : never;
}[keyof Params];

const ALL = 'all';
const isOneOf = <Value extends string>(values: readonly Value[], text: string | null): text is Value =>
  values.some((value) => value === text);

/** One of the values; the URL leaves out the initial one. */
const oneOf = <Value extends string>(values: readonly Value[], initial: Value) => ({
  initial,
  parse: (text: string | null): Value => (isOneOf(values, text) ? text : initial),
  format: (value: Value) => (value === initial ? null : value),
});

/** A text that is sent to the server as it is, or none. */
const optional = (isValid: (text: string) => boolean) => ({
  initial: null,
  parse: (text: string | null) => (text !== null && isValid(text) ? text : null),
  format: (value: string | null) => value,
});

/** `clean` reduces what was typed to what is searched. */
export const search = (
  options: Pick<SearchParam, 'hint' | 'covers'>,
  clean = (text: string): string => truncate(text, SEARCH_MAX, ''),
): SearchParam => ({
  ...options,
  kind: 'search',
  initial: '',
  parse: (text) => clean(text ?? ''),
  format: (text) => clean(text) || null,
});

type ChoiceOptions<Value extends string> = Pick<ChoiceParam<Value>, 'label' | 'values' | 'labels'> & {
  readonly className?: string;
};

/** Null stands for all. With an `initial` choice, the URL says `all`. */
export function choice<Value extends string>({
  initial = null,
  allLabel = 'All',
  className = 'w-44',
  ...options
}: ChoiceOptions<Value> & {
  readonly initial?: NoInfer<Value> | null;
  readonly allLabel?: string;
}): ChoiceParam<Value> {
  return {
    ...options,
    kind: 'choice',
    initial,
    allLabel,
    className,
    parse: (text) => (text === ALL ? null : isOneOf(options.values, text) ? text : initial),
    format: (value) => (value === initial ? null : (value ?? ALL)),
  };
}

/** A choice that cannot be left open. */
export const requiredChoice = <Value extends string>({
  initial,
  className = 'w-48',
  ...options
}: ChoiceOptions<Value> & { readonly initial: NoInfer<Value> }): ChoiceParam<Value, Value> => ({
  ...options,
  ...oneOf(options.values, initial),
  kind: 'choice',
  allLabel: null,
  className,
});

export const loadedChoice = (
  options: Pick<LoadedChoiceParam, 'label' | 'useOptions' | 'className'>,
): LoadedChoiceParam => ({ ...options, ...optional((text) => text !== ''), kind: 'loaded-choice' });

export const only = (Note: OnlyParam['Note']): OnlyParam => ({ Note, ...optional(isUuid), kind: 'only' });

export const order = <Value extends string>(
  labels: Readonly<Record<Value, string>>,
  initial: NoInfer<Value>,
): OrderParam<Value> => ({ labels, ...oneOf(Object.keys(labels) as Value[], initial), kind: 'order' });

/** Where a page of a list of unknown length begins. Null is the first page. */
export const cursor: CursorParam = { ...optional(isCursor), kind: 'cursor' };

const MAX_PAGE = 999_999;
/** For a list whose length the server counts. */
export const pageNumber = (pageSize: number): PageParam => ({
  pageSize,
  kind: 'page',
  initial: 1,
  parse: (text) => {
    const page = Number(text);
    return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
  },
  format: (page) => (page === 1 ? null : String(page)),
});

export const newestOrOldest = order<'newest' | 'oldest'>(
  { newest: 'Newest first', oldest: 'Oldest first' },
  'newest',
);
