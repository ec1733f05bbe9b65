import { expect, it } from '@jest/globals';
import { usStates } from '@desk/contracts/leads/leads.values';
import { placesBesideMap, statePositions } from './state-positions';

it('has every place once, each on a tile of its own', () => {
  const places = [...statePositions.map(({ state }) => state), ...placesBesideMap];
  expect(places.toSorted()).toEqual([...usStates].toSorted());
  expect(new Set(statePositions.map(({ row, column }) => `${row} ${column}`)).size).toBe(51);
  expect(Math.max(...statePositions.map(({ row }) => row))).toBe(8);
  expect(Math.max(...statePositions.map(({ column }) => column))).toBe(12);
});
