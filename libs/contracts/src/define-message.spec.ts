import { describe, expect, it } from '@jest/globals';
import { defineCommand, defineEvent } from './define-message.js';
import { nothing } from './primitives.js';

const command = (name: string) => defineCommand('billing', name, { request: nothing(), response: nothing() });

describe('defineCommand and defineEvent', () => {
  it('applies defaults to a command', () => {
    expect(command('cards.save')).toMatchObject({
      kind: 'command',
      senders: ['gateway'],
      errors: [],
      timeoutMs: 5_000,
    });
  });

  it('keeps the settings of a command', () => {
    const slow = defineCommand('billing', 'cards.save', {
      request: nothing(),
      response: nothing(),
      errors: ['SETUP_NOT_SUCCEEDED'],
      timeoutMs: 20_000,
    });
    expect(slow).toMatchObject({ errors: ['SETUP_NOT_SUCCEEDED'], timeoutMs: 20_000 });
  });

  it.each([
    '',
    'cards',
    'Cards.save',
    'cards.Save',
    'cards.save.now',
    'cards.save-',
    'cards.-save',
    'cards:save',
    'cards.save_now',
    'cards.save ',
    'cards.save1',
    'cards..save',
  ])('refuses the name %j', (name) => {
    expect(() => command(name)).toThrow(`message name '${name}'`);
    expect(() => defineEvent('billing', name, { payload: nothing(), consumers: ['billing'] })).toThrow(
      `message name '${name}'`,
    );
  });

  it('rejects an event with a duplicate consumer', () => {
    expect(() =>
      defineEvent('billing', 'cards.saved', {
        payload: nothing(),
        consumers: ['billing', 'notifier', 'billing'],
      }),
    ).toThrow("event 'cards.saved' names a consumer twice");
  });

  it('rejects an event without senders, which every consumer would refuse', () => {
    expect(() => defineEvent([], 'cards.saved', { payload: nothing(), consumers: ['billing'] })).toThrow(
      "event 'cards.saved' has no sender",
    );
  });

  it('rejects an event without consumers, which could never be acknowledged', () => {
    expect(() => defineEvent('billing', 'cards.saved', { payload: nothing(), consumers: [] })).toThrow(
      "event 'cards.saved' has no consumer",
    );
  });
});
