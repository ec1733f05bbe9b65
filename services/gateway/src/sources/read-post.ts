import {
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type Extras,
  isPlaceholder,
  MAX_EXTRAS,
  type PostedFieldName,
  readLine,
  readNote,
} from '@desk/contracts';
import { fieldFinder, findField, foldName } from './field-names.js';
import type { Source } from './source.js';
import { at, type PostedValue, unfold } from './unfold.js';

/** A post as it arrived at a private address. */
export interface ArrivedPost {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A post by the names of our fields. */
export interface ReadPost {
  readonly fields: ReadonlyMap<PostedFieldName, PostedValue>;
  /** Fields that were sent with nothing in them. */
  readonly empty: ReadonlyMap<PostedFieldName, PostedValue>;
  /** Values that differ from one that was posted for the same field. */
  readonly conflicts: readonly { readonly field: PostedFieldName; readonly value: PostedValue }[];
  /** What belongs to no field. */
  readonly extras: Extras;
  /** The names of what was left out of `extras`: too much, or too long. */
  readonly dropped: readonly string[];
  readonly isTest: boolean;
  readonly idempotencyKey: string | null;
}

/** Longer names are no names of fields. */
const MAX_NAME = 200;

const isAt = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}.`);
const isIn = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => isAt(path, prefix));

const find = ({ query, body }: ArrivedPost, path: string): unknown => at(body, path) ?? at(query, path);

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** What many things have: alone, they say nothing about what is nested, such as `form.name`. */
const COMMON_KEYS = new Set(['name', 'type', 'product', 'page', 'url', 'click', 'amount', 'savings']);

/** The name, then its end, shorter by a key each time: `customer.home.zip`, `home.zip`, `zip`. */
const endings = (name: string): string[] => {
  const keys = name.split('.');
  return keys
    .map((_key, index) => keys.slice(index).join('.'))
    .filter((ending) => ending === name || !COMMON_KEYS.has(foldName(ending)));
};

/** What the sender calls a value. */
export const nameOf = ({ path, names }: PostedValue): string => names[0] ?? path;

interface Match {
  readonly field: PostedFieldName;
  /** The lower, the more certain. */
  readonly rank: number;
}

/** Returns what the sender calls a field; our name if it was not sent. */
export function sentAs({ fields, empty }: ReadPost, field: string): string {
  const value = fields.get(field as PostedFieldName) ?? empty.get(field as PostedFieldName);
  return value ? nameOf(value) : field;
}

/** Finds what a value is by its names; what this source calls it counts most, then what is nested least. */
function match(
  { path, names }: PostedValue,
  { prefix }: Source,
  findOfSource: (folded: string) => PostedFieldName | undefined,
): Match | undefined {
  const candidates = names
    .filter((name) => name.length <= MAX_NAME)
    .map((name) => (prefix ? name.replace(prefix, '') : name))
    .flatMap(endings)
    .map(foldName);
  for (const candidate of candidates) {
    const field = findOfSource(candidate);
    if (field) return { field, rank: 0 };
  }
  for (const candidate of candidates) {
    const field = findField(candidate);
    if (field) return { field, rank: path.split('.').length };
  }
  return undefined;
}

const isSame = (one: PostedValue, other: PostedValue): boolean =>
  String(one.value).trim().toLowerCase() === String(other.value).trim().toLowerCase();

/** Values of one name become one. */
function toExtras(others: readonly PostedValue[]): Pick<ReadPost, 'extras' | 'dropped'> {
  const byName = Map.groupBy(others, nameOf);
  const extras: { name: string; value: string }[] = [];
  const dropped: string[] = [];
  for (const [given, values] of byName) {
    const name = readLine(given);
    const value = readNote(values.map(({ value: text }) => String(text)).join(', '));
    if (value === undefined) continue;
    const isKept =
      typeof name === 'string' &&
      typeof value === 'string' &&
      name.length <= EXTRA_NAME_MAX &&
      value.length <= EXTRA_VALUE_MAX &&
      extras.length < MAX_EXTRAS;
    if (isKept) extras.push({ name, value });
    else dropped.push(given.slice(0, EXTRA_NAME_MAX));
  }
  return { extras, dropped };
}

/** An id that nobody chose. */
const MADE_UP = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** The titles of a form's questions by their ids. */
function readTitles({ titles }: Source, { body }: ArrivedPost): ReadonlyMap<string, string> {
  if (!titles) return new Map();
  const entries = [at(body, titles.at)]
    .flat()
    .map((question) => [toText(at(question, titles.id)), toText(at(question, titles.title))]);
  return new Map(entries.filter((entry): entry is [string, string] => !entry.includes(undefined)));
}

/** Returns what names values without the source's wrappers, and by the titles of the form's questions. */
const namer =
  ({ wrappers = [] }: Source, titles: ReadonlyMap<string, string>) =>
  (value: PostedValue): PostedValue => {
    const names = value.names.map((name) => {
      const wrapper = wrappers.find((prefix) => name.startsWith(`${prefix}.`));
      return wrapper === undefined ? name : name.slice(wrapper.length + 1);
    });
    const [first = ''] = names;
    const title = titles.get(first);
    if (title === undefined) return { ...value, names };
    return { ...value, names: MADE_UP.test(first) ? [title] : [...names, title] };
  };

interface Sorted {
  readonly found: ReadonlyMap<PostedFieldName, PostedValue>;
  readonly conflicts: ReadPost['conflicts'];
  readonly others: readonly PostedValue[];
}

/** Sorts values by field. Of several for one field, the most certain counts; equally certain ones must be the same. */
function sortValues(
  values: readonly PostedValue[],
  findMatch: (value: PostedValue) => Match | undefined,
): Sorted {
  const found = new Map<PostedFieldName, { readonly value: PostedValue; readonly rank: number }>();
  const conflicts: { field: PostedFieldName; value: PostedValue }[] = [];
  const others: PostedValue[] = [];
  for (const value of values) {
    const matched = findMatch(value);
    if (!matched) {
      others.push(value);
      continue;
    }
    const { field, rank } = matched;
    const known = found.get(field);
    if (!known || rank < known.rank) found.set(field, { value, rank });
    if (!known || isSame(known.value, value)) continue;
    if (rank === known.rank) conflicts.push({ field, value });
    else others.push(rank < known.rank ? known.value : value);
  }
  return { found: new Map([...found].map(([field, { value }]) => [field, value])), conflicts, others };
}

const isEmpty = ({ value }: PostedValue): boolean => {
  const text = String(value).trim();
  return text === '' || isPlaceholder(text);
};

/** Reads a post by what is declared about its source. */
export function readPost(source: Source, post: ArrivedPost): ReadPost {
  const { envelope = [], secrets = [], test, idempotencyKey } = source;
  const ofPost = [...envelope, ...secrets, test?.at, idempotencyKey].filter((path) => path !== undefined);
  const rename = namer(source, readTitles(source, post));
  const values = [...unfold(post.query), ...unfold(post.body, source.entries)]
    .filter(({ path }) => !isIn(path, ofPost))
    .map(rename);
  const findOfSource = fieldFinder(source.names ?? {});
  const findMatch = (value: PostedValue) => match(value, source, findOfSource);
  const empty = values.filter(isEmpty);
  const { found, conflicts, others } = sortValues(
    values.filter((value) => !empty.includes(value)),
    findMatch,
  );
  const key = idempotencyKey === undefined ? undefined : toText(find(post, idempotencyKey));
  return {
    fields: found,
    empty: sortValues(empty, findMatch).found,
    conflicts,
    ...toExtras(others),
    isTest: test !== undefined && test.values.includes(String(find(post, test.at)).toLowerCase()),
    idempotencyKey: key === undefined || key === '' ? null : `${source.id} ${key}`,
  };
}
