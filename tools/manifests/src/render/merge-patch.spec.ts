import { expect, it } from '@jest/globals';
import { mergeFields } from '../../test/render/merge-patch.js';

it('merges objects, replaces values and removes what is null', () => {
  expect(
    mergeFields({ spec: { replicas: 3, a: { b: 1, c: 2 } } }, { spec: { replicas: null, a: { c: 3 } } }),
  ).toEqual({ spec: { a: { b: 1, c: 3 } } });
});

it('merges items of lists with a key by that key, and puts new ones in front', () => {
  const base = {
    containers: [{ name: 'service', args: ['a'], ports: [{ containerPort: 1, name: 'http' }] }],
  };
  const patch = {
    containers: [
      { name: 'service', image: 'x', ports: [{ containerPort: 2, name: 'health' }] },
      { name: 'other', image: 'y' },
    ],
  };
  expect(mergeFields(base, patch)).toEqual({
    containers: [
      { name: 'other', image: 'y' },
      {
        name: 'service',
        args: ['a'],
        image: 'x',
        ports: [
          { containerPort: 2, name: 'health' },
          { containerPort: 1, name: 'http' },
        ],
      },
    ],
  });
});

it('replaces other lists', () => {
  expect(mergeFields({ args: ['a', 'b'] }, { args: ['c'] })).toEqual({ args: ['c'] });
});

it('refuses what it does not support', () => {
  expect(() => mergeFields({}, { spec: { $patch: 'delete' } })).toThrow(
    "'$patch' in a patch is not supported.",
  );
  expect(() => mergeFields({ env: [] }, { env: [{ value: 'x' }] })).toThrow("lacks 'name'");
});
