import { SELECTED_LEADS_MAX } from '@desk/contracts/leads/sold-leads.values';
import { expect, it } from '@jest/globals';
import { changeSelection, describeSelection } from './selection';

const full = Array.from({ length: SELECTED_LEADS_MAX }, (_, index) => `lead-${index}`);

it('adds leads once, in the order in which they were selected', () => {
  expect(changeSelection(['b'], ['a', 'b', 'c'], true)).toEqual(['b', 'a', 'c']);
});

it('removes leads, and keeps those of other pages', () => {
  expect(changeSelection(['a', 'b', 'c'], ['c', 'a', 'x'], false)).toEqual(['b']);
});

it('adds none beyond the maximum', () => {
  expect(changeSelection(full.slice(1), ['x', 'y'], true)).toEqual([...full.slice(1), 'x']);
  expect(changeSelection(full, ['x'], true)).toEqual(full);
});

it('describes the selection', () => {
  expect(describeSelection(['a'])).toBe('1 lead selected');
  expect(describeSelection(['a', 'b', 'c'])).toBe('3 leads selected');
  expect(describeSelection(full)).toBe('100 leads selected, as many as possible');
});
