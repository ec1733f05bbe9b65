import { expect, it } from '@jest/globals';
import type { SourceDto } from '@desk/contracts/leads/sources.routes';
import { describeSource } from './describe-source';

const source: SourceDto = {
  id: 'tool',
  name: 'Tool',
  group: 'Other',
  documentedAt: null,
  steps: [],
  onError: null,
  isRecognized: false,
  takesGet: false,
  isFetched: false,
  tests: [],
  idempotencyKey: null,
  isAnswered200: false,
  hasTestValues: false,
  answer: 'json',
  answerFormAt: null,
  screen: { title: 'Webhook', fields: [] },
};
const describeAll = (changes: Partial<SourceDto>): string =>
  describeSource({ ...source, ...changes })
    .flatMap(([, sentences]) => sentences)
    .join(' ');

it('says how a test post is recognized, or that it looks like a lead', () => {
  expect(describeAll({})).toContain('A test looks like any lead.');
  const tests = [
    { at: 'is_test', value: 'true' },
    { at: 'mode', value: 'test' },
  ];
  expect(describeAll({ tests })).toContain('A post is a test if `is_test` is `true`, or `mode` is `test`.');
  expect(describeAll({ hasTestValues: true })).toContain(
    'A post is a test if the values are those of its testing tool.',
  );
});

it('describes the answer to an accepted lead', () => {
  expect(describeAll({})).toContain('answered with 201, or 200 for a repetition');
  expect(describeAll({ isAnswered200: true })).toContain('answered with 200, and');
  expect(describeAll({ answer: 'cake' })).toContain('`<code>0</code>`');
  expect(describeAll({ answerFormAt: 'Format' })).toContain('as `Format` asks for that form');
});

it('says when to add the name of the tool to the address', () => {
  expect(describeAll({})).not.toContain('/tool');
  expect(describeAll({ isRecognized: true })).toContain('Where that fails, add `/tool`');
  expect(describeAll({ takesGet: true })).toContain(
    'If it can only send by GET, use the address with `/tool`',
  );
});

it('says which posts are repetitions, and what the tool does after a refusal', () => {
  expect(describeAll({})).toContain('within a minute counts once');
  expect(describeAll({ idempotencyKey: 'id' })).toContain('with the same `id` count once');
  expect(describeAll({ onError: 'It repeats the lead.' })).toContain('It repeats the lead.');
});

it('promises no answer to a lead that we fetch', () => {
  const described = describeAll({ isFetched: true });
  expect(described).toContain('we fetch each lead');
  expect(described).not.toContain('The answer');
  expect(described).not.toContain('is answered with 201');
});
