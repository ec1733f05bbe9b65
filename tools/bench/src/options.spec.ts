import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';
import { findScenario } from './scenarios.js';

describe('readOptions', () => {
  it('returns defaults', () => {
    expect(readOptions([])).toEqual({
      scenario: 'lead-path',
      rate: 20,
      seconds: 30,
      saturate: true,
      concurrency: 32,
      agents: 24,
      requests: 300,
      rounds: 1_000,
      rows: 1_000_000,
    });
  });

  it('parses every option', () => {
    const options = readOptions(['--rate', '50', '--seconds', '5', '--no-saturate']);
    expect(options).toMatchObject({ rate: 50, seconds: 5, saturate: false });
    expect(readOptions(['--saturate'])).toMatchObject({ saturate: true });
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it('has an overload last longer', () => {
    expect(readOptions(['--scenario', 'overload'])).toMatchObject({ seconds: 60 });
  });

  it.each([
    ['--rate', '0'],
    ['--seconds', '1.5'],
    ['--concurrency', ''],
    ['--requests', '9'],
  ])('rejects %s %j', (name, value) => {
    expect(() => readOptions([name, value])).toThrow(`${name} must be a whole number`);
  });

  it('rejects more leads than the agents can buy', () => {
    expect(() => readOptions(['--rate', '1000', '--seconds', '60'])).toThrow('need more than 24 --agents');
  });
});

describe('findScenario', () => {
  it('finds a scenario by name, or lists them', () => {
    expect(findScenario('lead-path')).toBeInstanceOf(Function);
    expect(findScenario('enumeration-timing')).toBeInstanceOf(Function);
    expect(() => findScenario('toString')).toThrow(
      'There is no scenario "toString". Use one of: lead-path, ingest, enumeration-timing, delivery, lists, routing, overload.',
    );
  });
});
