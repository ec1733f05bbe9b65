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

/** The payment element, as far as the library that wraps Stripe.js uses it. Its only event is `ready`. */
class Element {
  constructor(appearance) {
    this.readyListeners = new Set();
    this.form = new CardForm(appearance);
  }

  mount(node) {
    node.replaceChildren(this.form.root);
    setTimeout(() => this.readyListeners.forEach((listener) => listener()), 0);
  }

  on(name, listener) {
    if (name === 'ready') this.readyListeners.add(listener);
  }

  off(_name, listener) {
    this.readyListeners.delete(listener);
  }

  destroy() {
    this.form.root.remove();
    this.readyListeners.clear();
  }
}

class Elements {
  constructor({ appearance }) {
    this.appearance = appearance;
  }

  create() {
    const element = new Element(this.appearance);
    this.form = element.form;
    return element;
  }

  update({ appearance }) {
    if (!appearance) return;
    this.appearance = appearance;
    this.form?.restyle(appearance);
  }

  submit() {
    const message = this.form.validate();
    return Promise.resolve(message === '' ? {} : validationError(message));
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
      return await this.confirm(clientSecret, form.values());
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

const Stripe = (key) => new SandboxStripe(key);
Stripe.version = 'sandbox';
window.Stripe = Stripe;
