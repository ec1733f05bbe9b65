import { expect, test } from '@jest/globals';
import { formatPhone } from './phone.js';
import { formatAmount, formatPrice, formatSignedAmount } from './price.js';

test.each([
  [8_000, '$80', '$80.00'],
  [7_950, '$79.50', '$79.50'],
  [5, '$0.05', '$0.05'],
  [0, '$0', '$0.00'],
  [8_000_000, '$80,000', '$80,000.00'],
])('formats %d cents as the price %s and the amount %s', (cents, price, amount) => {
  expect(formatPrice(cents)).toBe(price);
  expect(formatAmount(cents)).toBe(amount);
});

test.each([
  [-8_000, '-$80.00'],
  [-5, '-$0.05'],
  [8_000, '$80.00'],
  [0, '$0.00'],
  [-0, '$0.00'],
])('formats %d cents with their sign as %s', (cents, amount) => {
  expect(formatSignedAmount(cents)).toBe(amount);
});

test.each([
  ['+15125550142', '(512) 555-0142'],
  ['+442071234567', '+442071234567'],
  ['512 555 0142', '512 555 0142'],
  ['agent@example.com', 'agent@example.com'],
  ['', ''],
])('formats the phone %j as %j', (phone, formatted) => {
  expect(formatPhone(phone)).toBe(formatted);
});
