import { expect, it } from '@jest/globals';
import { askToReauthenticate, registerReauthentication } from './reauthentication';

it('answers false while nobody can ask', async () => {
  expect(await askToReauthenticate()).toBe(false);
});

it('asks once for requests that fail at the same time, and again later', async () => {
  let count = 0;
  const unregister = registerReauthentication(() => {
    count += 1;
    return Promise.resolve(true);
  });
  expect(await Promise.all([askToReauthenticate(), askToReauthenticate()])).toEqual([true, true]);
  expect(count).toBe(1);
  expect(await askToReauthenticate()).toBe(true);
  expect(count).toBe(2);
  unregister();
  expect(await askToReauthenticate()).toBe(false);
});
