import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';
import { scenarioNamed } from './scenarios.js';

describe('options of the bench', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      scenario: 'line',
      rate: 20,
      seconds: 30,
      saturate: true,
      concurrency: 32,
      agents: 24,
      requests: 300,
      pairs: 1_000,
      rows: 1_000_000,
      json: false,
    });
  });

  it('are read', () => {
    const options = readOptions(['--rate', '50', '--seconds', '5', '--no-saturate', '--json']);
    expect(options).toMatchObject({ rate: 50, seconds: 5, saturate: false, json: true });
    expect(readOptions(['--saturate'])).toMatchObject({ saturate: true });
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    ['--rate', '0'],
    ['--seconds', '1.5'],
    ['--concurrency', ''],
    ['--requests', '9'],
  ])('are refused when wrong: %s %j', (name, value) => {
    expect(() => readOptions([name, value])).toThrow(`${name} must be a whole number`);
  });

  it('are refused when the buyers could not take the leads', () => {
    expect(() => readOptions(['--rate', '1000', '--seconds', '60'])).toThrow('need more than 24 --agents');
  });
});

describe('scenarios', () => {
  it('are found by name, and listed when there is none of that name', () => {
    expect(scenarioNamed('line')).toHaveProperty('run');
    expect(scenarioNamed('api')).toHaveProperty('run');
    expect(scenarioNamed('pairs')).toHaveProperty('run');
    expect(() => scenarioNamed('toString')).toThrow(
      'There is no scenario "toString". One of: line, api, pairs, lists.',
    );
  });
});
