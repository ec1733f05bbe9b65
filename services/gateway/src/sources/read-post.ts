import type { Mapping, PostedFieldName } from '@desk/contracts';
import { type ArrivedPost, findIn, toText } from './arrived-post.js';
import { type KeptValues, toExtras } from './extras.js';
import { findField } from './field-names.js';
import { fitIdempotencyKey } from '../ingest/lead-intake.js';
import { foldName } from '../ingest/read-fields.js';
import { applyMapping } from './mapping.js';
import { fieldMatcher, type Match } from './match-field.js';
import { isIn, unwrap } from './paths.js';
import type { Source } from './source.js';
import { at, isEmpty, nameOf, type PostedValue, unfold } from './unfold.js';

type Fields = ReadonlyMap<PostedFieldName, PostedValue>;

/** A post by the names of our fields. */
export interface ReadPost extends KeptValues {
  readonly fields: Fields;
  /** Fields that were sent with nothing in them. */
  readonly empty: Fields;
  /** Values that differ from one that was posted for the same field. */
  readonly conflicts: readonly { readonly field: PostedFieldName; readonly value: PostedValue }[];
  /** All values except the envelope, with the field that each was read as. */
  readonly values: readonly { readonly value: PostedValue; readonly field: PostedFieldName | null }[];
  readonly isTest: boolean;
  readonly idempotencyKey: string | null;
}

/** Returns what the sender calls a field; our name if it was not sent. */
export function sentAs({ fields, empty }: ReadPost, field: string): string {
  const value = fields.get(field as PostedFieldName) ?? empty.get(field as PostedFieldName);
  return value ? nameOf(value) : field;
}

const NO_MAPPING: Mapping = { rules: [] };

/** An id that the tool generated. */
const MADE_UP = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** The titles of a form's questions by their ids. */
function readTitles({ titles }: Source, { body }: ArrivedPost): ReadonlyMap<string, string> {
  if (!titles) return new Map();
  const entries = [at(body, titles.at)]
    .flat()
    .map((question) => [toText(at(question, titles.id)), toText(at(question, titles.title))]);
  return new Map(entries.filter((entry): entry is [string, string] => !entry.includes(undefined)));
}

/** Names values without the source's wrappers, and by the titles of the form's questions. */
function rename(
  value: PostedValue,
  wrappers: readonly string[],
  titles: ReadonlyMap<string, string>,
): PostedValue {
  const names = value.names.map((name) => unwrap(name, wrappers));
  const [first = ''] = names;
  const title = titles.get(first);
  if (title === undefined) return { ...value, names };
  return { ...value, names: MADE_UP.test(first) ? [title] : [...names, title] };
}

const fold = (field: PostedFieldName, { value }: PostedValue): string =>
  field === 'phone' ? String(value).replaceAll(/\D/g, '') : String(value).trim().toLowerCase();

interface Sorted {
  readonly found: Map<PostedFieldName, PostedValue>;
  readonly conflicts: ReadPost['conflicts'];
  readonly others: readonly PostedValue[];
}

/** Sorts values by field. Of several for one field, the most certain counts; equally certain ones must be the same. */
function sortValues(
  values: readonly PostedValue[],
  findMatch: (value: PostedValue) => Match | undefined,
): Sorted {
  const found = new Map<PostedFieldName, PostedValue>();
  const ranks = new Map<PostedFieldName, number>();
  let conflicts: { field: PostedFieldName; value: PostedValue }[] = [];
  const others: PostedValue[] = [];
  for (const value of values) {
    const matched = findMatch(value);
    if (!matched) {
      others.push(value);
      continue;
    }
    const { field, rank } = matched;
    const known = found.get(field);
    const knownRank = ranks.get(field) ?? Infinity;
    if (rank < knownRank) {
      found.set(field, value);
      ranks.set(field, rank);
      // What less certain values disagree about does not matter any more.
      const settled = conflicts.filter((conflict) => conflict.field === field);
      others.push(...settled.map((conflict) => conflict.value));
      conflicts = conflicts.filter((conflict) => conflict.field !== field);
    }
    if (!known || fold(field, known) === fold(field, value)) continue;
    if (rank === knownRank) conflicts.push({ field, value });
    else others.push(rank < knownRank ? known : value);
  }
  return { found, conflicts, others };
}

/** Drops the full name if it repeats the first and last name, which are more precise. */
function dropRepeatedName(fields: Map<PostedFieldName, PostedValue>): void {
  const parts = [fields.get('first_name'), fields.get('last_name')].map(
    (part) => part && fold('first_name', part),
  );
  const whole = fields.get('full_name');
  if (whole && fold('full_name', whole) === parts.join(' ')) fields.delete('full_name');
}

/** Reads a post by the funnel's mapping, then by what is declared about its source. */
export function readPost(source: Source, post: ArrivedPost, mapping: Mapping | null = null): ReadPost {
  const { wrappers = [], envelope = [], secrets = [], tests = [], idempotencyKey, answerFormAt } = source;
  const { testValue } = source;
  // A test may be marked by a field of the lead.
  const markers = tests.map((test) => test.at).filter((path) => findField(foldName(path)) === undefined);
  const ignoredPaths = [...envelope, ...secrets, ...markers, idempotencyKey, answerFormAt].filter(
    (path) => path !== undefined,
  );
  const titles = readTitles(source, post);
  const values = [...unfold(post.query), ...unfold(post.body, source.entries)]
    .filter(
      ({ path }) => !isIn(path, ignoredPaths) && !isIn(unwrap(path, wrappers), [...secrets, ...markers]),
    )
    .map((value) => rename(value, wrappers, titles));
  const mapped = applyMapping(mapping ?? NO_MAPPING, values);
  const unmapped = values.filter((value) => !mapped.used.has(value));
  const match = fieldMatcher(source);
  // If a rule names a field, no other value counts for it.
  const findMatch = (value: PostedValue) => {
    const matched = match(value);
    return matched && mapping?.rules.some(({ field }) => field === matched.field) ? undefined : matched;
  };
  const { found, conflicts, others } = sortValues(
    unmapped.filter((value) => !isEmpty(value)),
    findMatch,
  );
  for (const [field, value] of mapped.fields) found.set(field, value);
  dropRepeatedName(found);
  const readAs = new Map([...mapped.used, ...[...found].map(([field, value]) => [value, field] as const)]);
  const key = idempotencyKey === undefined ? undefined : toText(findIn(post, idempotencyKey, wrappers));
  return {
    fields: found,
    empty: new Map([...sortValues(unmapped.filter(isEmpty), findMatch).found, ...mapped.empty]),
    conflicts,
    values: values.map((value) => ({ value, field: readAs.get(value) ?? null })),
    ...toExtras(others),
    isTest:
      values.some(({ value }) => testValue?.test(String(value))) ||
      tests.some(({ at: path, values: marks }) =>
        marks.includes(toText(findIn(post, path, wrappers))?.toLowerCase() ?? ''),
      ),
    idempotencyKey: key === undefined || key === '' ? null : fitIdempotencyKey(`${source.id} ${key}`),
  };
}
