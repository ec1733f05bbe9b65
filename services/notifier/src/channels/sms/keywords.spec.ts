import { describe, expect, it } from '@jest/globals';
import { isAnsweredByTwilio, readKeyword } from './keywords.js';

describe('readKeyword', () => {
  it.each([
    // The words of 47 CFR 64.1200(a)(10), the CTIA and Twilio, in every spelling.
    ...['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe', 'StopAll', 'optout', 'STOP ALL'],
    ...[' Stop ', 'STOP.', 'Stop!!', '"STOP"', 'Revoke. ', 'Opt  Out', 'opt-out', 'opt‑out', 'STOP\u200B'],
    ...[
      'ＳＴＯＰ',
      'S T O P',
      's.t.o.p',
      'ST0P',
      'Stooooop',
      'stpo',
      'stóp',
      'STOP 🛑',
      '🛑',
      '🙏 stop 🙏🏽',
      '⛔️',
    ],
    // Sentences.
    ...['Please stop texting me', 'please stop', 'STOP it', 'Stop now!!!', 'stoptexting', 'Ok, stop. Thanks'],
    ...['No, stop', "Don't! Stop!", 'I said STOP', 'Why do you not stop', 'Kindly cease and desist'],
    ...['cancel please', 'Cancel my subscription', 'quit texting', 'Quit it', 'end this', 'End all messages'],
    ...['Remove me', 'remove this number from your list', 'Take me off your list', 'delete my number'],
    ...['Unsubscribe me please', 'unsubscibe', 'UNSUB', 'I want to opt out', 'opt me out', 'opting out'],
    ...[
      "Don't text me",
      'dont text me anymore',
      'DO NOT CONTACT ME',
      'Never message me again',
      'no more texts',
    ],
    ...['No more', 'leave me alone', 'Lose my number', 'Not interested', 'no thanks', 'wrong number, sorry'],
    ...["I don't want these", 'I no longer wish to receive texts', 'this is spam', 'pause', 'Enough!'],
    ...["You don't stop texting me!", 'You do not stop', 'They don’t stop', "If you don't stop, I'll sue"],
    ...["Stop by and I'll call the police. STOP"],
    // Spanish, and the French word of Canada.
    ...[
      'ALTO',
      'Parar',
      'PARE',
      '¡Basta!',
      'no más mensajes',
      'No mas',
      'NO MÁS',
      'No me envíen más mensajes',
    ],
    ...[
      'cancelar',
      'Baja',
      'quiero darme de baja',
      'Deje de escribirme',
      'dejen de mandar textos',
      'alto por favor',
    ],
    ...['ya no quiero mensajes', 'Elimíneme de la lista', 'no gracias', 'número equivocado', 'ARRÊT'],
  ])('reads %j as a wish to end the texts', (body) => {
    expect(readKeyword(body)).toBe('stop');
  });

  it.each([
    ['Start.', 'start'],
    ['yes', 'start'],
    [' UNSTOP ', 'start'],
    ['Stárt 🎉', 'start'],
    ['help?', 'help'],
    ['Info', 'help'],
    ['AYUDA', 'help'],
  ])('reads %j as %s', (body, keyword) => {
    expect(readKeyword(body)).toBe(keyword);
  });

  it.each([
    ...['', '...', '👍', 'Thanks!', 'no', 'ok', 'who is this?', 'Got it, calling now'],
    ...[
      "don't stop",
      'Please do not stop',
      "Please don't stop, I like these",
      'Don’t ever stop!',
      'nonstop',
      'I work non-stop',
      "Don't unsubscribe me",
    ],
    ...[
      'stop by at noon',
      "I'll stop in tomorrow",
      'Where is the bus stop?',
      'My texts stopped coming, why?',
    ],
    ...[
      'weekend',
      'the end of the month works',
      'Cancel my 3pm with Margaret',
      'I quit smoking',
      'He is a trader',
    ],
    ...['yes please call me', 'start by calling her', 'no more than 5 a day is fine', 'no paren, me gustan'],
    ...[
      'Liked “Annuity Desk: New lead Ada L., (212) 555-0100. https://x.test/leads/1 Reply STOP to opt out”',
    ],
    ...['para mañana', 'un precio más alto', 'the top stopwatch', 'help me find her number'],
  ])('reads %j as no keyword', (body) => {
    expect(readKeyword(body)).toBeUndefined();
  });

  it('reads a long text in little processor time', () => {
    for (const unit of ['stop by ', "don't ", 'a ', 's', '🛑', ' no more than', '0o', "'"]) {
      const before = process.cpuUsage();
      readKeyword(unit.repeat(200_000));
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    }
  });
});

describe('isAnsweredByTwilio', () => {
  it('holds for its keywords alone', () => {
    for (const body of ['STOP', ' stop ', 'Quit', 'optout']) expect(isAnsweredByTwilio(body)).toBe(true);
    for (const body of ['Please stop', 'STOP!!', 'alto', 'opt out'])
      expect(isAnsweredByTwilio(body)).toBe(false);
  });
});
