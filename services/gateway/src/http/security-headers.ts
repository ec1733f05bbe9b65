import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { HttpEnv } from './http-settings.js';

/** The hosts Stripe.js needs: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

export function securityHeaders(env: HttpEnv): RequestHandler {
  const provider = new URL(env.STRIPE_JS_URL).origin;
  const scripts = [...new Set([...STRIPE_SCRIPTS, provider])];
  const isHttps = env.PUBLIC_URL.startsWith('https:');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // Scripts send every form. Before they are loaded, the browser would put a password into the URL.
        formAction: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'", ...scripts],
        frameSrc: [...scripts, 'https://hooks.stripe.com'],
        connectSrc: [...new Set(["'self'", 'https://api.stripe.com', provider])],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
