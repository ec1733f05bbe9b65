import { expect, it, jest } from '@jest/globals';
import { type ChosenStatuses, StatusSaves } from './status-saves';

/** Records saves, which the test answers in the order in which they were sent. */
function createSaves() {
  const sent: { leadId: string; version: number; disposition: string }[] = [];
  const answers: PromiseWithResolvers<{ version: number }>[] = [];
  const onChange = jest.fn<(chosen: ChosenStatuses) => void>();
  const saves = new StatusSaves((change) => {
    sent.push(change);
    const answer = Promise.withResolvers<{ version: number }>();
    answers.push(answer);
    return answer.promise;
  }, onChange);
  const settle = async (index: number, version: number | null) => {
    if (version === null) answers[index]?.reject(new Error('refused'));
    else answers[index]?.resolve({ version });
    await new Promise(setImmediate);
  };
  return { saves, sent, settle, chosen: () => Object.fromEntries(onChange.mock.lastCall?.[0] ?? []) };
}

it('shows the chosen status until it is saved', async () => {
  const { saves, sent, settle, chosen } = createSaves();
  saves.choose('a', 3, 'won');
  expect(sent).toEqual([{ leadId: 'a', version: 3, disposition: 'won' }]);
  expect(chosen()).toEqual({ a: 'won' });
  await settle(0, 4);
  expect(chosen()).toEqual({});
});

it('saves the last of several choices after the running save, on the version that it answered', async () => {
  const { saves, sent, settle, chosen } = createSaves();
  saves.choose('a', 3, 'contacted');
  saves.choose('a', 3, 'appointment');
  saves.choose('a', 3, 'won');
  expect(sent).toHaveLength(1);
  expect(chosen()).toEqual({ a: 'won' });
  await settle(0, 4);
  expect(sent.slice(1)).toEqual([{ leadId: 'a', version: 4, disposition: 'won' }]);
  await settle(1, 5);
  expect(sent).toHaveLength(2);
  expect(chosen()).toEqual({});
});

it('saves nothing more if the running save was of the last choice', async () => {
  const { saves, sent, settle } = createSaves();
  saves.choose('a', 3, 'contacted');
  saves.choose('a', 3, 'won');
  saves.choose('a', 3, 'contacted');
  await settle(0, 4);
  expect(sent).toHaveLength(1);
});

it('saves different leads at the same time', async () => {
  const { saves, sent, settle, chosen } = createSaves();
  saves.choose('a', 3, 'won');
  saves.choose('b', 1, 'lost');
  expect(sent.map(({ leadId }) => leadId)).toEqual(['a', 'b']);
  await settle(0, 4);
  expect(chosen()).toEqual({ b: 'lost' });
});

it('shows the saved status again after a failure, and saves the next choice', async () => {
  const { saves, sent, settle, chosen } = createSaves();
  saves.choose('a', 3, 'contacted');
  saves.choose('a', 3, 'won');
  await settle(0, null);
  expect(chosen()).toEqual({});
  expect(sent).toHaveLength(1);
  saves.choose('a', 7, 'lost');
  expect(sent.at(-1)).toEqual({ leadId: 'a', version: 7, disposition: 'lost' });
});
