import { usStates } from '@desk/contracts';
import { codesByStateName } from '../src/search/search-terms.js';
import { type Random, randomOf } from './routing-model.js';

export type Contact = ReturnType<RandomLeads['contact']>;

/** Parts of names that overlap, are also states, have accents, or are written in other scripts. */
const FIRST = [
  ...['Ann', 'Anna', 'Joanna', 'Al', 'Li', 'O', 'José', 'Zoë', 'Virginia', 'Georgia', 'Ann-Marie', "D'Arcy"],
  ...[
    'abcde',
    'abcxbcdxcde',
    'cdebcdabc',
    'aaaa',
    'aaa',
    '日本',
    '日本語',
    '😀😁😂',
    'łukasz',
    'ANNABEL',
    'Renée',
    'De La',
  ],
];
const LAST = [
  ...[
    'Lee',
    'Leeson',
    'Li',
    'Pérez',
    'New',
    'York',
    'Washington',
    'Young',
    'Al',
    'Flores',
    'Mc Nab',
    'Ng',
    'x',
  ],
  ...[
    'bcdea',
    'de bcd abc',
    'Annan',
    'Hanna',
    '김',
    '각각',
    'Ünal',
    'van der Berg',
    'Öz',
    'Removed',
    '100%',
    'a_b',
  ],
];
const DOMAINS = ['example.com', 'new.example', 'york.example', 'a-b.co', 'mail.ny.us', 'lee.example'];

/** Pseudorandom leads and searches: the same for the same seed. */
export class RandomLeads {
  private readonly random: Random;

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  next(end: number): number {
    return this.random.below(end);
  }

  pick<T>(values: readonly T[]): T {
    return this.random.pick(values);
  }

  contact() {
    const [first, last] = [this.pick(FIRST), this.pick(LAST)];
    const separator = this.pick([' ', '  ', ' \t']);
    const mailbox = this.pick([`${first}.${last}`, `${last}_${this.next(1_000)}`, `${first}+york`, 'new']);
    return {
      fullName: `${first}${separator}${last}`,
      email: `${mailbox.replaceAll(/\s/g, '-')}@${this.pick(DOMAINS)}`.toLowerCase(),
      phone: `+1${this.pick(['212', '213', '512', '907'])}${2_000_000 + this.next(7_999_999)}`,
      state: this.pick(usStates),
    };
  }

  /** What people type to find one of these leads, or nobody. */
  search(contacts: readonly Contact[]): string {
    const { fullName, email, phone, state } = this.pick(contacts);
    const digits = phone.slice(2);
    const forms = [
      fullName,
      email,
      state,
      `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
      phone,
      this.pick([...codesByStateName.keys()]),
      this.part(fullName),
      this.part(email),
      this.part(digits),
      this.part(`${fullName} ${email} ${digits} ${state}`),
      this.pick([...FIRST, ...LAST]),
      `${this.pick(FIRST)} ${this.pick(LAST)}`,
      `${this.part(email)} ${this.part(fullName)}`,
      `${state} ${this.part(digits)}`,
      this.pick([
        'abcd',
        'bcde',
        'abc cde',
        'aaaaa',
        'new york',
        'ork n',
        '@',
        'zzz',
        'nobody',
        '%',
        'a b c',
        '1 2',
      ]),
    ];
    const text = this.pick(forms);
    return this.pick([text, text.toUpperCase(), text.normalize('NFD'), ` ${text} `]);
  }

  /** One to eight letters from anywhere in the text. */
  private part(text: string): string {
    const letters = Array.from(text);
    const start = this.next(letters.length);
    return letters.slice(start, start + 1 + this.next(8)).join('');
  }
}
