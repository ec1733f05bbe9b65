import { isRefusal } from './reading.js';
import { type TextKind, textKinds } from './text-kinds.js';

/**
 * How much longer than its field a text may be before it is read, because reading removes invisible characters and
 * spaces.
 */
const MAX_LEFT_OUT = 100;

interface Described {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly innerType?: unknown;
  readonly tests?: readonly {
    readonly OPTIONS?: { readonly name?: string; readonly params?: { readonly max?: number } };
  }[];
  readonly spec?: {
    readonly optional?: boolean;
    readonly meta?: { readonly text?: TextKind; readonly max?: number };
  };
}

/** Returns how a schema's text is read; undefined for anything but text. */
export const textKindOf = (schema: unknown): TextKind | undefined => (schema as Described).spec?.meta?.text;

const maxItems = ({ tests = [] }: Described): number =>
  tests.find(({ OPTIONS }) => OPTIONS?.name === 'max')?.OPTIONS?.params?.max ?? Infinity;

/**
 * Reads every text of a value according to its schema. A text that cannot be read is left for validation to
 * reject. A text that was read as absent is left out, or empty if the schema requires it. A list that is too
 * long is cut one item above its maximum, because validation checks every item.
 */
export function readTexts(schema: unknown, value: unknown): unknown {
  const { fields, innerType } = schema as Described;
  if (typeof value === 'string') {
    const { optional = true, meta: { text, max = 0 } = {} } = (schema as Described).spec ?? {};
    if (text === undefined || value.length > max + MAX_LEFT_OUT) return value;
    const reading = textKinds[text](value);
    if (isRefusal(reading)) return value;
    return reading ?? (optional ? undefined : '');
  }
  if (Array.isArray(value) && innerType !== undefined)
    return value.slice(0, maxItems(schema as Described) + 1).map((item) => readTexts(innerType, item));
  if (typeof value !== 'object' || value === null || Array.isArray(value) || fields === undefined)
    return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).flatMap(([name, fieldValue]): [string, unknown][] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const read = field === undefined ? fieldValue : readTexts(field, fieldValue);
      return read === undefined && fieldValue !== undefined ? [] : [[name, read]];
    }),
  );
}
