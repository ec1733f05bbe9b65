/* global document, window */
import { authenticateCardholder } from './authentication.js';
import { CardForm } from './card-form.js';

const API = new URL(document.currentScript.src).origin;

const validationError = (message, code = 'incomplete_card') => ({
  error: { type: 'validation_error', code, message },
});
const networkError = {
  error: {
    type: 'api_connection_error',
    message: "We couldn't reach the card service. Check your connection and try again.",
  },
};

async function post(path, headers, body) {
  try {
    return await (await fetch(`${API}${path}`, { method: 'POST', headers, body })).json();
  } catch {
    return networkError;
  }
}

const call = (key, path, fields) =>
  post(path, { authorization: `Bearer ${key}` }, new URLSearchParams(fields));

async function authenticate(id, secret) {
  const approved = await authenticateCardholder();
  return post(
    `/sandbox/authenticate/${id}`,
    { 'content-type': 'application/json' },
    JSON.stringify({ approved, client_secret: secret }),
  );
}

const idOf = (secret) => String(secret).split('_secret_')[0];
const nestFields = (name, fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const [head, ...rest] = key.split('[');
      return [`${name}[${head}]${rest.map((part) => `[${part}`).join('')}`, value];
    }),
  );

/** A payment element that can be mounted into the page and emits `ready`, `change`, and the like. */
class Element {
  constructor(type, elements) {
    this.type = type;
    this.elements = elements;
    this.listeners = new Map();
    this.form = new CardForm(elements.options.appearance, (state) => this.changed(state));
  }

  changed({ complete, empty, brand }) {
    this.emit('change', {
      elementType: this.type,
      complete,
      empty,
      collapsed: false,
      brand,
      value: { type: 'card' },
    });
  }

  emit(name, event = { elementType: this.type }) {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }

  mount(target) {
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    if (!node) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
    node.replaceChildren(this.form.root);
    setTimeout(() => this.emit('ready'), 0);
    return this;
  }

  on(name, listener) {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return this;
  }

  off(name, listener) {
    if (listener) this.listeners.get(name)?.delete(listener);
    else this.listeners.delete(name);
    return this;
  }

  update() {
    return this;
  }

  unmount() {
    this.form.root.remove();
  }

  destroy() {
    this.unmount();
    this.listeners.clear();
    this.elements.forget(this);
  }
}

class Elements {
  constructor(options = {}) {
    this.options = options;
    this.created = new Map();
  }

  create(type) {
    if (this.created.has(type))
      throw new Error(`Can only create one Element of type ${type} through elements().`);
    const element = new Element(type, this);
    this.created.set(type, element);
    return element;
  }

  forget(element) {
    this.created.delete(element.type);
  }

  get form() {
    return this.created.values().next().value?.form;
  }

  update(options = {}) {
    Object.assign(this.options, options);
    if (options.appearance) for (const { form } of this.created.values()) form.restyle(options.appearance);
  }

  submit() {
    const message = this.form ? this.form.validate() : 'There is no card form on this page.';
    return Promise.resolve(message === '' ? { selectedPaymentMethod: 'card' } : validationError(message));
  }
}

class SandboxStripe {
  constructor(key) {
    if (!/^pk_test_\w+$/.test(String(key)))
      throw new Error('Please call Stripe() with your test publishable key.');
    this.key = key;
  }

  elements(options) {
    return new Elements(options);
  }

  async confirm(secret, fields) {
    const id = idOf(secret);
    let answer = await call(this.key, `/v1/setup_intents/${id}/confirm`, {
      client_secret: secret,
      ...fields,
    });
    if (answer.status === 'requires_action') answer = await authenticate(id, secret);
    return answer.error ? { error: answer.error } : { setupIntent: answer };
  }

  async confirmSetup({ elements, clientSecret }) {
    const { form } = elements;
    const checked = await elements.submit();
    if (checked.error) return checked;
    form.setDisabled(true);
    try {
      return await this.confirm(clientSecret, nestFields('payment_method_data', form.values()));
    } finally {
      form.setDisabled(false);
    }
  }

  confirmCardSetup(secret, { payment_method }) {
    return this.confirm(secret, { payment_method });
  }

  /** The site does not call these, but the library that wraps Stripe.js looks for them. */
  confirmCardPayment() {
    return Promise.resolve(validationError('The sandbox does not support this call.', 'not_supported'));
  }

  createPaymentMethod = this.confirmCardPayment;
  createToken = this.confirmCardPayment;
}

const Stripe = (key, options) => new SandboxStripe(key, options);
Stripe.version = 'sandbox';
window.Stripe = Stripe;
