/* global document */
import {
  cvcError,
  digitsOf,
  expiryError,
  formatExpiry,
  formatNumber,
  numberError,
  zipError,
} from './card-rules.js';

const FIELDS = [
  ['number', 'Card number', 'cc-number', '1234 1234 1234 1234', 'wide'],
  ['expiry', 'Expiration date', 'cc-exp', 'MM / YY', ''],
  ['cvc', 'Security code', 'cc-csc', 'CVC', ''],
  ['zip', 'ZIP code', 'postal-code', '12345', 'wide'],
];
const FORMATS = { number: formatNumber, expiry: formatExpiry, cvc: (text) => digitsOf(text).slice(0, 4) };
let forms = 0;

function setStyle(node, values) {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(name, value);
}

/** The card form of the payment element. Sets inline styles, because the page's security policy may forbid <style>. */
export class CardForm {
  constructor(appearance) {
    this.id = `sandbox-card-${(forms += 1)}`;
    this.touched = new Set();
    this.fields = new Map();
    this.root = document.createElement('div');
    this.root.setAttribute('role', 'group');
    this.root.setAttribute('aria-label', 'Card details');
    for (const field of FIELDS) this.root.append(this.field(field));
    this.restyle(appearance);
  }

  field([name, label, autocomplete, hint, width]) {
    const wrapper = document.createElement('div');
    const caption = document.createElement('label');
    const input = document.createElement('input');
    const error = document.createElement('div');
    caption.textContent = label;
    caption.htmlFor = `${this.id}-${name}`;
    input.id = caption.htmlFor;
    input.name = name;
    input.type = 'text';
    input.autocomplete = autocomplete;
    input.placeholder = hint;
    input.inputMode = 'numeric';
    input.required = true;
    error.id = `${input.id}-error`;
    error.setAttribute('role', 'alert');
    error.hidden = true;
    input.setAttribute('aria-describedby', error.id);
    input.addEventListener('input', () => {
      const format = FORMATS[name];
      // Formats only while typing at the end, so that the caret does not jump during corrections.
      if (format && input.selectionStart === input.value.length) input.value = format(input.value);
      if (this.touched.has(name)) this.showError(name);
    });
    input.addEventListener('blur', () => {
      this.paintBorder(input, false);
      if (input.value === '') return;
      this.touched.add(name);
      this.showError(name);
    });
    input.addEventListener('focus', () => this.paintBorder(input, true));
    wrapper.append(caption, input, error);
    setStyle(wrapper, { 'grid-column': width === 'wide' ? '1 / -1' : 'auto', 'min-width': '0' });
    this.fields.set(name, { input, caption, error });
    return wrapper;
  }

  restyle({ variables }) {
    this.colors = variables;
    setStyle(this.root, {
      display: 'grid',
      'grid-template-columns': '1fr 1fr',
      gap: variables.gridRowSpacing,
      color: variables.colorText,
      'font-family': variables.fontFamily,
      'font-size': variables.fontSizeBase,
    });
    for (const { input, caption, error } of this.fields.values()) {
      setStyle(caption, { display: 'block', 'margin-bottom': '4px', 'font-size': '0.875em' });
      setStyle(input, {
        width: '100%',
        'box-sizing': 'border-box',
        'min-height': '44px',
        padding: '8px 12px',
        font: 'inherit',
        color: 'inherit',
        background: variables.colorBackground,
        'border-radius': variables.borderRadius,
        outline: '2px solid transparent',
        'outline-offset': '2px',
      });
      setStyle(error, { 'margin-top': '4px', 'font-size': '0.875em', color: variables.colorDanger });
      this.paintBorder(input, false);
    }
  }

  paintBorder(input, focused) {
    const isInvalid = input.getAttribute('aria-invalid') === 'true';
    const { colorDanger, colorPrimary } = this.colors;
    setStyle(input, {
      border: `1px solid ${isInvalid ? colorDanger : 'color-mix(in srgb, currentColor 55%, transparent)'}`,
      'outline-color': focused ? colorPrimary : 'transparent',
    });
  }

  valueOf(name) {
    return this.fields.get(name).input.value;
  }

  errorOf(name) {
    if (name === 'number') return numberError(this.valueOf('number'));
    if (name === 'expiry') return expiryError(this.valueOf('expiry'), new Date());
    if (name === 'cvc') return cvcError(this.valueOf('cvc'), this.valueOf('number'));
    return zipError(this.valueOf('zip'));
  }

  showError(name) {
    const { input, error } = this.fields.get(name);
    const message = this.errorOf(name);
    error.textContent = message;
    error.hidden = message === '';
    input.setAttribute('aria-invalid', String(message !== ''));
    this.paintBorder(input, document.activeElement === input);
  }

  /** Shows all errors and focuses the first invalid field. Returns its message, or '' if the form is valid. */
  validate() {
    let first = '';
    for (const name of this.fields.keys()) {
      this.touched.add(name);
      this.showError(name);
      const message = this.errorOf(name);
      if (message !== '' && first === '') {
        first = message;
        this.fields.get(name).input.focus();
      }
    }
    return first;
  }

  /** Returns the values under the card API's parameter names. */
  values() {
    const expiry = digitsOf(this.valueOf('expiry'));
    return {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': digitsOf(this.valueOf('number')),
      'payment_method_data[card][exp_month]': String(Number(expiry.slice(0, 2))),
      'payment_method_data[card][exp_year]': `20${expiry.slice(2)}`,
      'payment_method_data[card][cvc]': digitsOf(this.valueOf('cvc')),
      'payment_method_data[billing_details][address][postal_code]': this.valueOf('zip').trim(),
    };
  }

  setDisabled(disabled) {
    for (const { input } of this.fields.values()) input.disabled = disabled;
  }
}
