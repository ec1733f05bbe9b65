import { isIsoDate } from '@desk/contracts/format/calendar';
import { isCursor, isUuid } from '@desk/contracts/format/ids';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import type { ComponentType } from 'react';
import { type Option, toOptions } from '@/components/ui/select';

/** Cursors of the pages before this one, first page first. A cursor only leads forward, so "Previous" needs them. */
export type CursorHistory = readonly (string | null)[];
const MAX_HISTORY_LENGTH = 500;

/** Reads the state of a browser history entry, which can hold anything. */
export const parseCursorHistory = (value: unknown): CursorHistory =>
  Array.isArray(value) ? value.map((each) => cursor.parse(typeof each === 'string' ? each : null)) : [];

export const pushCursor = (history: CursorHistory, current: string | null): CursorHistory =>
  [...history, current].slice(-MAX_HISTORY_LENGTH);

/** One parameter of a list's URL. */
interface Param<Kind extends string, Value> {
  readonly kind: Kind;
  readonly initial: Value;
  /** Reads the URL, which can hold anything. */
  readonly parse: (text: string | null) => Value;
  /** Null leaves the parameter out of the URL. */
  readonly format: (value: Value) => string | null;
}

interface SearchParam extends Param<'search', string> {
  /** Placeholder that names what is searched. */
  readonly hint: string;
  /** Sentence shown when nothing matches: 'Search covers names and email addresses.' */
  readonly covers?: string;
}
export interface ChoiceParam<Chosen extends string | null = string | null> extends Param<'choice', Chosen> {
  readonly label: string;
  readonly className: string;
  /** A hook, because options may have to be loaded. The value `ALL` stands for null. */
  readonly useOptions: () => readonly Option<string>[];
}
/** Restricts the list to what belongs to one item, such as a user. */
export interface OnlyParam extends Param<'only', string | null> {
  /** Whether the list can be searched while it is restricted. */
  readonly isSearchable: boolean;
  /** Says what the list is restricted to, with a button that removes the restriction. */
  readonly Note: ComponentType<{
    readonly id: string;
    readonly many: string;
    readonly onShowAll: () => void;
  }>;
}
interface OrderParam<Value extends string = string> extends Param<'order', Value> {
  readonly labels: Readonly<Record<Value, string>>;
}
/** A calendar day, such as '2026-01-05'. */
interface DayParam extends Param<'day', string | null> {
  readonly className: string;
}
type CursorParam = Param<'cursor', string | null>;
interface PageParam extends Param<'page', number> {
  readonly pageSize: number;
}

/** A parameter whose type of values is not known: formatting one needs a cast. */
type AnyOf<P> = P extends unknown
  ? Omit<P, 'format'> & { readonly format: (value: never) => string | null }
  : never;
export type ListParam = AnyOf<
  SearchParam | ChoiceParam | OnlyParam | OrderParam | DayParam | CursorParam | PageParam
>;
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

/** In the URL and in a choice: no value in particular. */
export const ALL = 'all';
/** The values that can be chosen, in this order. */
type Labels<Value extends string> = Readonly<Record<Value, string>>;
const isOneOf = <Value extends string>(labels: Labels<Value>, text: string | null): text is Value =>
  text !== null && Object.hasOwn(labels, text);

/** One of the values; the URL leaves out the initial one. */
const oneOf = <Value extends string>(labels: Labels<Value>, initial: Value) => ({
  initial,
  parse: (text: string | null): Value => (isOneOf(labels, text) ? text : initial),
  format: (value: Value) => (value === initial ? null : value),
});

/** A text that is sent to the server unchanged, or null. */
const optional = (isValid: (text: string) => boolean) => ({
  initial: null,
  parse: (text: string | null) => (text !== null && isValid(text) ? text : null),
  format: (value: string | null) => value,
});

/** `clean` turns the typed text into the text to search for. */
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

interface ChoiceOptions<Value extends string> {
  readonly initial?: NoInfer<Value> | null;
  readonly allLabel?: string;
  readonly className?: string;
}

/** The value null shows all. If the list begins with an `initial` choice, the URL says `all` then. */
export function choice<Value extends string>(
  label: string,
  labels: Labels<Value>,
  { initial = null, allLabel = 'All', className = 'w-44' }: ChoiceOptions<Value> = {},
): ChoiceParam<Value | null> {
  const all = { value: ALL, label: allLabel };
  const chosen = toOptions(labels);
  return {
    kind: 'choice',
    label,
    className,
    useOptions: () => (initial === null ? [all, ...chosen] : [...chosen, all]),
    initial,
    parse: (text) => (text === ALL ? null : isOneOf(labels, text) ? text : initial),
    format: (value) => (value === initial ? null : (value ?? ALL)),
  };
}

/** A choice that always has a value. */
export const requiredChoice = <Value extends string>(
  label: string,
  labels: Labels<Value>,
  initial: NoInfer<Value>,
  className = 'w-48',
): ChoiceParam<Value> => ({
  kind: 'choice',
  label,
  className,
  useOptions: () => toOptions(labels),
  ...oneOf(labels, initial),
});

/** Values that are shown as they are. */
export const toLabels = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value): [string, string] => [value, value])) as Record<Value, string>;

/** A choice of one item by its id, whose options have to be loaded. */
export const loadedChoice = ({
  useOptions,
  ...options
}: Pick<ChoiceParam, 'label' | 'useOptions' | 'className'>): ChoiceParam => ({
  ...options,
  ...optional(isUuid),
  kind: 'choice',
  useOptions: () => [{ value: ALL, label: 'All' }, ...useOptions()],
});

interface OnlyOptions {
  readonly isValid?: (id: string) => boolean;
  readonly isSearchable?: boolean;
}

export const only = (
  Note: OnlyParam['Note'],
  { isValid = isUuid, isSearchable = false }: OnlyOptions = {},
): OnlyParam => ({ Note, isSearchable, ...optional(isValid), kind: 'only' });

export const order = <Value extends string>(
  labels: Labels<Value>,
  initial: NoInfer<Value>,
): OrderParam<Value> => ({ labels, ...oneOf(labels, initial), kind: 'order' });

/** Earlier and later days are ignored: while a year is being typed, a date field can hold the year 202. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';

const calendarDay = optional((text) => isIsoDate(text) && text >= FIRST_DAY && text <= LAST_DAY);
export const parseDay = calendarDay.parse;

/** A list's `from` and `to` are its period. Both are left out of a period that ends before it begins. */
export const day = (className = 'min-w-0'): DayParam => ({ className, ...calendarDay, kind: 'day' });

/** Where a page of a list of unknown length begins. Null is the first page. */
export const cursor: CursorParam = { ...optional(isCursor), kind: 'cursor' };

/** For a list whose length the server counts. */
export const pageNumber = (pageSize: number, maxPage = 999_999): PageParam => ({
  pageSize,
  kind: 'page',
  initial: 1,
  parse: (text) => {
    const page = Number(text);
    return Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1;
  },
  format: (page) => (page === 1 ? null : String(page)),
});

export const newestOrOldest = order<'newest' | 'oldest'>(
  { newest: 'Newest first', oldest: 'Oldest first' },
  'newest',
);
