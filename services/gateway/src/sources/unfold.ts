import { isPlaceholder } from '@desk/contracts';
import { isDeeperThan } from '../http/body-parsing.js';

/** One value of a post. */
export interface PostedValue {
  /** Its keys from the outside in, joined by dots. */
  readonly path: string;
  /** What the sender calls it, the most exact name first: the path, an id, a label. */
  readonly names: readonly string[];
  readonly value: string | number;
}

/** What the sender calls a value. */
export const nameOf = ({ path, names }: PostedValue): string => names[0] ?? path;

/** Whether the value is empty, or a placeholder that a template did not fill. */
export const isEmpty = ({ value }: PostedValue): boolean => {
  const text = String(value).trim();
  return text === '' || isPlaceholder(text);
};

/** How the entries of a list name a field and its value: `[{"label": "Email", "value": "a@example.com"}]`. */
export interface NamedEntries {
  /** Keys of an entry that name its field, the most exact first; dots lead inwards. */
  readonly names: readonly string[];
  /** Keys of an entry that may hold its value. */
  readonly values: readonly string[];
}

/** What most tools use. */
const COMMON_ENTRIES: NamedEntries = {
  names: ['name', 'key', 'id', 'label', 'title'],
  values: ['value', 'values', 'answer', 'text'],
};

/** A post with more values than this is not a lead. */
export const MAX_POSTED_VALUES = 500;
export const MAX_NESTING_DEPTH = 16;
/** Characters in all paths of a post. A long key around many values is part of each of their paths. */
const MAX_PATH_CHARACTERS = 500_000;

type Body = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns what is at a path, or under a key that is written like one, in any case. A list of one is its entry. Inherited
 * properties do not count.
 */
export function at(value: unknown, path: string): unknown {
  let found = getOwn(value, path);
  if (found !== undefined) return found;
  found = value;
  for (const key of path.split('.')) found = getOwn(found, key);
  return found;
}

function getOwn(value: unknown, name: string): unknown {
  const object = toOnly(value);
  if (!isObject(object)) return undefined;
  if (Object.hasOwn(object, name)) return toOnly(object[name]);
  const key = Object.keys(object).find((own) => own.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : toOnly(object[key]);
}

const toOnly = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;

/** Returns a list as it is, and any other value as a list of one. `at` unwraps such a list. */
export const toList = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Reads a text that is an object or a list in JSON. Returns anything else as it is. */
function parseNested(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return text;
  try {
    const parsed: unknown = JSON.parse(trimmed);
    return isDeeperThan(parsed, MAX_NESTING_DEPTH) ? text : parsed;
  } catch {
    return text;
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/**
 * Flattens a post into its values: objects by their keys, lists of one as their entry, lists of named entries by their
 * names, several choices as one text, JSON in a text as if it had been sent as JSON, null as an empty text. Leaves out
 * empty lists and objects, and values beyond `MAX_POSTED_VALUES` or `MAX_PATH_CHARACTERS`.
 */
export function unfold(body: unknown, entries: NamedEntries = COMMON_ENTRIES): PostedValue[] {
  const found: PostedValue[] = [];
  let pathCharacters = 0;
  const add = (path: string, names: readonly string[], value: string | number): void => {
    pathCharacters += path.length;
    if (found.length >= MAX_POSTED_VALUES || pathCharacters > MAX_PATH_CHARACTERS) return;
    found.push({ path, names: [...new Set(names)], value });
  };

  const read = (value: unknown, path: string, names: readonly string[], mayParse: boolean): void => {
    if (typeof value === 'string') {
      const nested = mayParse ? parseNested(value) : value;
      if (typeof nested === 'string') add(path, names, nested);
      else read(nested, path, names, false);
    } else if (value === null) add(path, names, '');
    else if (typeof value === 'number') add(path, names, value);
    else if (typeof value === 'boolean') add(path, names, String(value));
    else if (Array.isArray(value)) readList(value, path, names, mayParse);
    else if (isObject(value)) readObject(value, path, names, mayParse);
  };

  const readObject = (value: Body, path: string, names: readonly string[], mayParse: boolean): void => {
    const keys = Object.keys(value);
    const whole = path === '' ? undefined : toWhole(value);
    if (whole !== undefined) {
      const title = textOf(value['title']) ?? textOf(value['label']);
      read(whole, path, title === undefined ? names : [...names, title], mayParse);
      return;
    }
    for (const key of keys) {
      const inner = path === '' ? key : `${path}.${key}`;
      read(value[key], inner, [inner], mayParse);
    }
  };

  const readList = (
    list: readonly unknown[],
    path: string,
    names: readonly string[],
    mayParse: boolean,
  ): void => {
    const named = list.map((entry) => toNamed(entry, entries));
    if (named.length > 0 && named.every((entry) => entry !== undefined)) {
      for (const entry of named) read(entry.value, `${path}.${entry.names[0] ?? ''}`, entry.names, mayParse);
      return;
    }
    const texts = list.map(textOf).filter((text) => text !== undefined);
    if (list.length > 1 && texts.length === list.length) {
      add(path, names, texts.join(', '));
      return;
    }
    list.forEach((entry, index) => {
      const isOnly = list.length === 1;
      const inner = isOnly ? path : `${path}.${index}`;
      read(entry, inner, isOnly ? names : [inner], mayParse);
    });
  };

  read(body, '', [], true);
  return found;
}

/** Keys under which some tools wrap each value: `{"email": {"value": "a@example.com"}}`. */
const WRAPPED = ['value', 'full'] as const;
/** Keys of values that some tools send in parts, and the text that joins the parts. */
const PARTS = [
  { keys: ['area', 'phone'], between: '' },
  { keys: ['year', 'month', 'day'], between: '-' },
] as const;

/** Returns the value of an object that represents a single value. */
function toWhole(value: Body): unknown {
  const wrapped = WRAPPED.find((key) => Object.hasOwn(value, key) && !isObject(value[key]));
  // An object with a `text` is an answer to that question.
  if (wrapped && !Object.hasOwn(value, 'text')) return value[wrapped];
  for (const { keys, between } of PARTS) {
    const parts = keys.map((key) => textOf(value[key]));
    if (keys.every((key) => Object.hasOwn(value, key)))
      return parts.includes(undefined) ? null : parts.join(between);
  }
  return undefined;
}

function toNamed(
  entry: unknown,
  { names, values }: NamedEntries,
): { readonly names: readonly string[]; readonly value: unknown } | undefined {
  if (!isObject(entry)) return undefined;
  const foundNames = names.map((key) => textOf(at(entry, key))).filter((name) => name !== undefined);
  const type = entry['type'];
  const key = [...values, ...(typeof type === 'string' ? [type] : [])].find((name) =>
    Object.hasOwn(entry, name),
  );
  if (foundNames.length === 0 || key === undefined) return undefined;
  return { names: foundNames, value: toChosen(entry[key]) };
}

/** A choice is often sent with its label: `{"label": "Texas"}`, `{"labels": ["TX", "FL"]}`. */
const toChosen = (value: unknown): unknown =>
  isObject(value) ? (value['label'] ?? value['labels'] ?? value['other'] ?? value) : value;
