import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { object, type Schema } from 'yup';
import { boundedText } from '../bounded-text.js';
import { routeInputs } from '../../test/route-inputs.js';
import { routes } from '../routes.js';
import { readInput } from '../validate.js';
import { readTexts, textKindOf } from './read-texts.js';
import type { TextKind } from './text-kinds.js';

interface Described {
  readonly type: string;
  readonly fields?: Readonly<Record<string, Described>>;
  readonly innerType?: Described;
  readonly spec?: { readonly oneOf?: unknown };
  describe(): { readonly oneOf?: readonly unknown[] };
}

/** Lists the texts of a schema that have no reader. A choice from a list of values needs none. */
function findUnread(schema: Described, path: string): string[] {
  const { type, fields = {}, innerType } = schema;
  const isChoice = type === 'string' && (schema.describe().oneOf ?? []).length > 0;
  return [
    ...(type === 'string' && !isChoice && textKindOf(schema) === undefined ? [path] : []),
    ...Object.entries(fields).flatMap(([name, field]) => findUnread(field, `${path}.${name}`)),
    ...(innerType ? findUnread(innerType, `${path}[]`) : []),
  ];
}

/** A value of each kind that a text may have, and characters that no value has. */
const samples: Partial<Record<TextKind, string>> = {
  name: 'Walter Hays',
  line: 'Hays & Sons',
  note: 'Call him back',
  email: 'walter@example.com',
  phone: '+15125550143',
  search: 'Walter',
};
const invisible = ['\u00AD', '\u200B', '\u202E', '\u2060', '\u3164', '\uFE0F', '\u2800', '\u{E0041}'];
const meaningless = ['\0', '\u0007', '\u001B', '\u009B', '\uFFFD', '\uD83D', '\uE000'];
const placeholders = ['undefined', '{{value}}', '${value}', '*|VALUE|*'];

function findTexts(schema: Described, path: string): [path: string, Described, TextKind][] {
  const { fields = {}, innerType } = schema;
  const kind = textKindOf(schema);
  return [
    ...(kind === undefined ? [] : [[path, schema, kind] as [string, Described, TextKind]]),
    ...Object.entries(fields).flatMap(([name, field]) => findTexts(field, `${path}.${name}`)),
    ...(innerType ? findTexts(innerType, `${path}[]`) : []),
  ];
}

function findLists(schema: Described, path: string): [path: string, Described][] {
  const { type, fields = {}, innerType } = schema;
  return [
    ...(type === 'array' ? [[path, schema] as [string, Described]] : []),
    ...Object.entries(fields).flatMap(([name, field]) => findLists(field, `${path}.${name}`)),
    ...(innerType ? findLists(innerType, `${path}[]`) : []),
  ];
}

/** Returns what a field reads a text as: its value, `undefined` for none, or `REFUSED`. */
function outcomeOf(field: Schema, text: string): unknown {
  const value = readTexts(field, text);
  return field.isValidSync(value, { strict: true }) ? value : REFUSED;
}
const REFUSED = Symbol('refused');

describe('every text that a caller sends is read as the plain value, or refused:', () => {
  const texts = routeInputs.flatMap(([name, schema]) => findTexts(schema as unknown as Described, name));

  it.each(texts)('%s', (_path, described, kind) => {
    const field: Schema = (described as unknown as Schema).optional() as Schema;
    const sample = samples[kind];
    if (sample === undefined) return;
    fc.assert(
      fc.property(
        fc.constantFrom(...invisible, ...meaningless),
        fc.nat(),
        fc.boolean(),
        (character, at, isLast) => {
          const place = isLast ? sample.length : at % sample.length;
          const outcome = outcomeOf(field, sample.slice(0, place) + character + sample.slice(place));
          if (outcome !== REFUSED)
            expect(String(outcome).replaceAll(' ', '')).toBe(sample.replaceAll(' ', ''));
        },
      ),
      { numRuns: 60 },
    );
    for (const placeholder of placeholders) {
      const whole = outcomeOf(field, placeholder);
      if (kind !== 'search') expect([undefined, REFUSED]).toContain(whole);
      const inside = outcomeOf(field, `${sample} ${placeholder}`);
      // A note or a search may contain any word, `undefined` too.
      if (kind === 'name' || kind === 'email' || kind === 'phone') expect(inside).toBe(REFUSED);
      if (kind === 'line' && placeholder !== 'undefined') expect(inside).toBe(REFUSED);
    }
  });

  it('accepts the plain value of each', () => {
    const refused = texts.filter(([, described, kind]) => {
      const sample = samples[kind];
      return sample !== undefined && outcomeOf(described as unknown as Schema, sample) === REFUSED;
    });
    // Only a declined request has a reason.
    expect(refused.map(([path]) => path)).toEqual(['resolveIntegrationRequest.body.reason']);
  });
});

describe('a text that may be empty, but must be sent', () => {
  const schema = object({ details: boundedText({ kind: 'note', max: 10 }).defined() });

  it.each(['', ' \n', '\u200B', '{{details}}'])('%j is read as empty', (details) => {
    expect(readInput(schema, { details })).toEqual({ details: '' });
  });

  it('is reported as missing if it is not sent', () => {
    expect(() => readInput(schema, {})).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});

describe('a pasted request', () => {
  it('is read unchanged, even if it looks like a placeholder', () => {
    const sample = '{"name": "Ann  Lee",\r\n"phone":"5125550142"} ';
    const read = readInput(routes.previewMapping.body, { mapping: { rules: [] }, sample });
    expect(read.sample).toBe(sample);
  });
});

describe('every list that a caller sends is cut one item above its maximum, and refused:', () => {
  const lists = routeInputs.flatMap(([name, schema]) => findLists(schema as unknown as Described, name));
  const items = new Array<number>(30_000).fill(0);

  it.each(lists)('%s', (_path, described) => {
    const schema = described as unknown as Schema;
    const read = readTexts(schema, items) as readonly unknown[];
    expect(read.length).toBeLessThan(1_000);
    expect(() => schema.validateSync(read, { strict: true, recursive: false }) as unknown).toThrow();
  });
});

describe('every text that a caller sends declares its kind', () => {
  it.each(routeInputs)('%s', (name, schema) => {
    expect(findUnread(schema as unknown as Described, name)).toEqual([]);
  });
});
