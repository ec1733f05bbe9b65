import {
  isRefusal,
  type PostedFieldName,
  readIpAddress,
  type Reading,
  readUrl,
  refuse,
} from '@desk/contracts';
import { fieldFinder, findField } from './field-names.js';
import { foldName } from '../ingest/read-fields.js';
import { isIn } from './paths.js';
import type { Source } from './source.js';
import type { PostedValue } from './unfold.js';

export interface Match {
  readonly field: PostedFieldName;
  /** The lower, the more certain. */
  readonly rank: number;
}

/** Longer names are not names of fields. */
const MAX_NAME_CHARS = 200;

/** Keys that are too common to identify a nested value, such as `name` in `form.name`. */
const COMMON_KEYS = new Set(['name', 'type', 'product', 'page', 'url', 'savings']);

/** Returns the name and its endings: `customer.home.zip`, `home.zip`, `zip`. */
const endings = (name: string): string[] => {
  const keys = name.split('.');
  return keys
    .map((_key, index) => keys.slice(index).join('.'))
    .filter((ending) => ending === name || !COMMON_KEYS.has(foldName(ending)));
};

/** What a check box sends. */
const CHECKBOX_VALUE = /^(?:yes|no|y|n|true|false|on|off|1|0|agree|agreed)$/i;

/** Readers of optional fields. A value that they refuse belongs to something else with the same name. */
const optionalReaders: Readonly<Partial<Record<PostedFieldName, (text: string) => Reading>>> = {
  landing_page_url: readUrl,
  ip_address: readIpAddress,
  tcpa_text: (text) => (CHECKBOX_VALUE.test(text) ? refuse('Must be the wording') : text),
};

const canHold = (field: PostedFieldName, { value }: PostedValue): boolean =>
  !isRefusal(optionalReaders[field]?.(String(value)));

/**
 * Returns a function that finds the field of a value by its names. The source's own names count most, then the least
 * nested names.
 */
export function fieldMatcher({ names = {}, prefix, preferred = [], others = [] }: Source) {
  const findOfSource = fieldFinder(names);
  return (value: PostedValue): Match | undefined => {
    if (isIn(value.path, others)) return undefined;
    const candidates = value.names
      .filter((name) => name.length <= MAX_NAME_CHARS)
      .map((name) => (prefix ? name.replace(prefix, '') : name))
      .flatMap(endings)
      .map(foldName);
    const ofSource = candidates.map(findOfSource).find((field) => field !== undefined);
    const field = ofSource ?? candidates.map(findField).find((found) => found !== undefined);
    if (field === undefined || !canHold(field, value)) return undefined;
    const isCertain = ofSource !== undefined || isIn(value.path, preferred);
    return { field, rank: isCertain ? 0 : value.path.split('.').length };
  };
}
