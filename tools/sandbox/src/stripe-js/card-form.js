/* global document */
import {
  brandOf,
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

const getVariable = (appearance, name, fallback) => appearance?.variables?.[name] ?? fallback;

function setStyle(node, values) {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(name, value);
}

/** The card form of the payment element. Sets inline styles, because the page's security policy may forbid <style>. */
export class CardForm {
  constructor(appearance, onChange) {
    this.id = `sandbox-card-${(forms += 1)}`;
    this.appearance = appearance;
    this.onChange = onChange;
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
      this.onChange(this.state());
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

  restyle(appearance) {
    this.appearance = appearance;
    const text = getVariable(appearance, 'colorText', 'inherit');
    setStyle(this.root, {
      display: 'grid',
      'grid-template-columns': '1fr 1fr',
      gap: getVariable(appearance, 'gridRowSpacing', '12px'),
      color: text,
      'font-family': getVariable(appearance, 'fontFamily', 'inherit'),
      'font-size': getVariable(appearance, 'fontSizeBase', '16px'),
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
        background: getVariable(appearance, 'colorBackground', 'transparent'),
        'border-radius': getVariable(appearance, 'borderRadius', '6px'),
        outline: '2px solid transparent',
        'outline-offset': '2px',
      });
      setStyle(error, {
        'margin-top': '4px',
        'font-size': '0.875em',
        color: getVariable(appearance, 'colorDanger', '#b3261e'),
      });
      this.paintBorder(input, false);
    }
  }

  paintBorder(input, focused) {
    const isInvalid = input.getAttribute('aria-invalid') === 'true';
    const danger = getVariable(this.appearance, 'colorDanger', '#b3261e');
    const primary = getVariable(this.appearance, 'colorPrimary', '#1b5e43');
    setStyle(input, {
      border: `1px solid ${isInvalid ? danger : 'color-mix(in srgb, currentColor 55%, transparent)'}`,
      'outline-color': focused ? primary : 'transparent',
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

  state() {
    const names = [...this.fields.keys()];
    return {
      complete: names.every((name) => this.errorOf(name) === ''),
      empty: names.every((name) => this.valueOf(name) === ''),
      brand: brandOf(digitsOf(this.valueOf('number'))).name,
    };
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
      type: 'card',
      'card[number]': digitsOf(this.valueOf('number')),
      'card[exp_month]': String(Number(expiry.slice(0, 2))),
      'card[exp_year]': `20${expiry.slice(2)}`,
      'card[cvc]': digitsOf(this.valueOf('cvc')),
      'billing_details[address][postal_code]': this.valueOf('zip').trim(),
    };
  }

  setDisabled(disabled) {
    for (const { input } of this.fields.values()) input.disabled = disabled;
  }
}
