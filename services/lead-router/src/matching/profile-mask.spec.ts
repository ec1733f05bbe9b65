import { expect, it } from '@jest/globals';
import { toProfileMask } from './profile-mask.js';

const all = { leadTypes: [], assetBands: [], ageRanges: [] };

it('accepts everything with empty lists, values of later releases included', () => {
  expect(toProfileMask(all)).toBe(0xffffff);
});

it('has one bit for each accepted value', () => {
  expect(toProfileMask({ ...all, leadTypes: ['Fixed', 'MYGA'] })).toBe(0xffff05);
  expect(toProfileMask({ ...all, assetBands: ['$1M+'] })).toBe(0xff08ff);
  expect(toProfileMask({ ...all, ageRanges: ['55-60', '76+'] })).toBe(0x11ffff);
});
