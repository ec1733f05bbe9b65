/** Validation rules of the card form, independent of the page so that tests can call them. */
const BRANDS = [
  ['amex', /^3[47]/, 15, 4],
  ['diners', /^3(?:0[0-5]|[68])/, 16, 3],
  ['discover', /^6(?:011|5|4[4-9])/, 16, 3],
  ['jcb', /^35/, 16, 3],
  ['mastercard', /^(?:5[1-5]|2[2-7])/, 16, 3],
  ['unionpay', /^62/, 16, 3],
  ['visa', /^4/, 16, 3],
];

export function digitsOf(text) {
  return text.replaceAll(/\D/g, '');
}

function brandOf(number) {
  const found = BRANDS.find(([, start]) => start.test(number));
  return found
    ? { name: found[0], length: found[2], cvc: found[3] }
    : { name: 'unknown', length: 16, cvc: 3 };
}

export function passesCheckDigit(number) {
  let sum = 0;
  for (let i = 0; i < number.length; i += 1) {
    const digit = Number(number[number.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

export function formatNumber(text) {
  const digits = digitsOf(text);
  const { name, length } = brandOf(digits);
  const cut = digits.slice(0, Math.max(length, 16));
  const groups = name === 'amex' ? [cut.slice(0, 4), cut.slice(4, 10), cut.slice(10)] : cut.match(/.{1,4}/g);
  return (groups ?? []).filter((group) => group !== '').join(' ');
}

/** `1230` → `12 / 30`. A first digit above 1 is a one-digit month. */
export function formatExpiry(text) {
  const raw = digitsOf(text);
  const digits = (/^[2-9]/.test(raw) ? `0${raw}` : raw).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function numberError(text) {
  const digits = digitsOf(text);
  if (digits.length < brandOf(digits).length) return 'Your card number is incomplete.';
  return passesCheckDigit(digits) ? '' : 'Your card number is invalid.';
}

export function expiryError(text, now) {
  const digits = digitsOf(text);
  if (digits.length < 4) return "Your card's expiration date is incomplete.";
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) return "Your card's expiration date is invalid.";
  const past = year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
  return past ? "Your card's expiration year is in the past." : '';
}

export function cvcError(text, number) {
  return digitsOf(text).length < brandOf(digitsOf(number)).cvc
    ? "Your card's security code is incomplete."
    : '';
}

export function zipError(text) {
  return /^\d{5}(?:-?\d{4})?$/.test(text.trim()) ? '' : 'Your ZIP is incomplete.';
}
