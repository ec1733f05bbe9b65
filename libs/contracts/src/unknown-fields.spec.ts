import { expect, it } from '@jest/globals';
import { array, mixed, number, object } from 'yup';
import { strictObject, filledText } from './primitives.js';
import { dropUnknownFields } from './unknown-fields.js';

const schema = strictObject({
  name: filledText('line', 10),
  inner: strictObject({ id: number() }).nullable(),
  list: array(strictObject({ id: number() })).required(),
  anything: mixed(),
});
const known = { name: 'a', inner: { id: 1 }, list: [{ id: 2 }], anything: { free: [{ form: true }] } };

it('drops unknown fields of objects and of items in lists', () => {
  const input = {
    ...known,
    added: 1,
    inner: { id: 1, added: { deep: 1 } },
    list: [{ id: 2, added: null }],
  };
  expect(dropUnknownFields(schema, input)).toEqual(known);
});

it('copies nothing if every field is known', () => {
  expect(dropUnknownFields(schema, known)).toBe(known);
  const without = { name: 'a', inner: null, list: [] };
  expect(dropUnknownFields(schema, without)).toBe(without);
});

it('keeps all fields of a schema that accepts any', () => {
  const input = { any: 1 };
  expect(dropUnknownFields(object({}), input)).toBe(input);
});

it('leaves values of a wrong type to the validation', () => {
  for (const wrong of [undefined, null, 'text', 7, ['list']])
    expect(dropUnknownFields(schema, wrong)).toBe(wrong);
  expect(dropUnknownFields(schema, { list: 'none', inner: [1] })).toEqual({ list: 'none', inner: [1] });
});

it('drops names of the prototype that an object does not declare', () => {
  const input: unknown = JSON.parse('{"name": "a", "__proto__": {"id": 1}, "constructor": 1}');
  expect(Object.keys(dropUnknownFields(schema, input) as object)).toEqual(['name']);
});
