import { describe, expect, it } from '@jest/globals';
import { defineCommand, defineEvent } from './define-message.js';
import { nothing } from './primitives.js';

const command = (name: string) =>
  defineCommand({ service: 'billing', name, request: nothing(), response: nothing() });

describe('the declaration of a message', () => {
  it('fills in what a command leaves out', () => {
    expect(command('cards.save')).toMatchObject({ kind: 'command', errors: [], timeoutMs: 5_000 });
  });

  it('keeps what a command says itself', () => {
    const slow = defineCommand({
      service: 'billing',
      name: 'cards.save',
      request: nothing(),
      response: nothing(),
      errors: ['CARD_DECLINED'],
      timeoutMs: 20_000,
    });
    expect(slow).toMatchObject({ errors: ['CARD_DECLINED'], timeoutMs: 20_000 });
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
    expect(() => defineEvent({ name, payload: nothing(), consumers: ['billing'] })).toThrow(
      `message name '${name}'`,
    );
  });

  it('refuses an event with a consumer named twice', () => {
    expect(() =>
      defineEvent({ name: 'cards.saved', payload: nothing(), consumers: ['billing', 'notifier', 'billing'] }),
    ).toThrow("event 'cards.saved' names a consumer twice");
  });

  it('refuses an event that nobody takes: it could never be acknowledged', () => {
    expect(() => defineEvent({ name: 'cards.saved', payload: nothing(), consumers: [] })).toThrow(
      "event 'cards.saved' has no consumer",
    );
  });
});
