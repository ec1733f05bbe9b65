/* global document, window, location */
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

async function call(key, path, fields) {
  try {
    const response = await fetch(`${API}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
    return await response.json();
  } catch {
    return networkError;
  }
}

async function authenticate(id, secret) {
  const approved = await authenticateCardholder();
  try {
    const response = await fetch(`${API}/sandbox/authenticate/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ approved, client_secret: secret }),
    });
    return await response.json();
  } catch {
    return networkError;
  }
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

  once(name, listener) {
    const listenOnce = (event) => {
      this.off(name, listenOnce);
      listener(event);
    };
    return this.on(name, listenOnce);
  }

  off(name, listener) {
    if (listener) this.listeners.get(name)?.delete(listener);
    else this.listeners.delete(name);
    return this;
  }

  update() {
    return this;
  }

  collapse() {
    return this;
  }

  focus() {
    this.form.fields.get('number').input.focus();
  }

  blur() {
    document.activeElement?.blur();
  }

  clear() {
    this.form.clear();
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

  getElement(type) {
    return this.created.get(typeof type === 'string' ? type : 'payment') ?? null;
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

  fetchUpdates() {
    return Promise.resolve({});
  }

  submit() {
    const message = this.form ? this.form.validate() : 'There is no card form on this page.';
    return Promise.resolve(message === '' ? { selectedPaymentMethod: 'card' } : validationError(message));
  }
}

function requireElements(elements) {
  if (elements instanceof Elements) return elements;
  throw new Error('Missing value for elements: pass the object that stripe.elements() returned.');
}

class SandboxStripe {
  constructor(key) {
    if (!/^pk_test_\w+$/.test(String(key)))
      throw new Error('Please call Stripe() with your test publishable key.');
    this.key = key;
    this._registerWrapper = () => undefined;
    this.registerAppInfo = () => undefined;
  }

  elements(options) {
    return new Elements(options);
  }

  async confirm(kind, secret, fields, confirmParams) {
    const id = idOf(secret);
    let answer = await call(this.key, `/v1/${kind}s/${id}/confirm`, { client_secret: secret, ...fields });
    if (answer.status === 'requires_action') answer = await authenticate(id, secret);
    if (answer.error) return { error: answer.error };
    if (confirmParams.redirect !== 'if_required' && confirmParams.return_url) {
      const url = new URL(confirmParams.return_url);
      url.searchParams.set(kind, answer.id);
      url.searchParams.set(`${kind}_client_secret`, secret);
      url.searchParams.set('redirect_status', answer.status);
      location.assign(url);
      return new Promise(() => undefined);
    }
    return kind === 'setup_intent' ? { setupIntent: answer } : { paymentIntent: answer };
  }

  async confirmElements(kind, { elements, clientSecret, confirmParams = {}, redirect }) {
    const secret = clientSecret ?? requireElements(elements).options.clientSecret;
    if (!secret) throw new Error('Missing client secret: pass it to elements() or to this call.');
    const form = requireElements(elements).form;
    const checked = await elements.submit();
    if (checked.error) return checked;
    form.setDisabled(true);
    try {
      const fields = nestFields('payment_method_data', form.values());
      return await this.confirm(kind, secret, fields, { ...confirmParams, redirect });
    } finally {
      form.setDisabled(false);
    }
  }

  confirmSetup(options) {
    return this.confirmElements('setup_intent', options);
  }

  confirmPayment(options) {
    return this.confirmElements('payment_intent', options);
  }

  confirmCardSetup(secret, data = {}) {
    return this.confirmCard('setup_intent', secret, data);
  }

  confirmCardPayment(secret, data = {}) {
    return this.confirmCard('payment_intent', secret, data);
  }

  confirmCard(kind, secret, { payment_method: method }) {
    const element = method?.card;
    if (element?.form) {
      const message = element.form.validate();
      if (message !== '') return Promise.resolve(validationError(message));
    }
    const fields = element?.form
      ? nestFields('payment_method_data', element.form.values())
      : typeof method === 'string'
        ? { payment_method: method }
        : {};
    return this.confirm(kind, secret, fields, { redirect: 'if_required' });
  }

  async createPaymentMethod(options) {
    const form = options.elements?.form ?? options.card?.form;
    if (!form) return validationError('There is no card form on this page.');
    const message = form.validate();
    if (message !== '') return validationError(message);
    const answer = await call(this.key, '/v1/payment_methods', form.values());
    return answer.error ? { error: answer.error } : { paymentMethod: answer };
  }

  createToken() {
    return Promise.resolve(validationError('The sandbox does not support tokens.', 'not_supported'));
  }

  async retrieve(kind, secret) {
    try {
      const query = new URLSearchParams({ client_secret: secret });
      const response = await fetch(`${API}/v1/${kind}s/${idOf(secret)}?${query}`, {
        headers: { authorization: `Bearer ${this.key}` },
      });
      return await response.json();
    } catch {
      return networkError;
    }
  }

  async retrieveSetupIntent(secret) {
    const answer = await this.retrieve('setup_intent', secret);
    return answer.error ? answer : { setupIntent: answer };
  }

  async retrievePaymentIntent(secret) {
    const answer = await this.retrieve('payment_intent', secret);
    return answer.error ? answer : { paymentIntent: answer };
  }
}

const Stripe = (key, options) => new SandboxStripe(key, options);
Stripe.version = 'sandbox';
window.Stripe = Stripe;
