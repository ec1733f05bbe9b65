import { defineRoute } from '../define-route.js';
import { PASSWORD_ATTEMPTS } from '../request-limits.js';
import { accountLimits, MAILBOX_LIMIT } from './account-limits.values.js';
import { signedInAnswer, signInAnswer, successAnswer } from './accounts.http.js';
import {
  confirmEmailSchema,
  currentUserSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  undoEmailChangeSchema,
} from './accounts.schemas.js';

export const authRoutes = {
  getCurrentUser: defineRoute('GET', '/api/auth/user', 'signed-in', {
    allowedBeforeSecondFactor: true,
    summary: 'Get the signed-in user',
    answer: currentUserSchema,
  }),
  register: defineRoute('POST', '/api/auth/register', 'public', {
    summary: 'Register an agent and sign in',
    body: registerSchema,
    answer: signedInAnswer,
    status: 201,
    errors: ['EMAIL_TAKEN', 'COMMON_PASSWORD'],
    effects: ['sends mail', 'hashes a password', 'reveals whether an address is known'],
    limits: [accountLimits.register],
  }),
  signIn: defineRoute('POST', '/api/auth/login', 'public', {
    summary: 'Sign in',
    body: loginSchema,
    answer: signInAnswer,
    errors: ['INVALID_CREDENTIALS'],
    effects: ['sends mail', 'hashes a password'],
    limits: [PASSWORD_ATTEMPTS],
  }),
  signOut: defineRoute('POST', '/api/auth/logout', 'public', {
    summary: 'Sign out',
    answer: successAnswer,
  }),
  requestPasswordReset: defineRoute('POST', '/api/auth/forgot-password', 'public', {
    summary: 'Request a password reset link by email',
    body: forgotPasswordSchema,
    answer: successAnswer,
    effects: ['sends mail'],
    limits: [accountLimits['forgot-password'], MAILBOX_LIMIT],
  }),
  resetPassword: defineRoute('POST', '/api/auth/reset-password', 'public', {
    proof: 'link',
    summary: 'Set a new password with the token from an emailed link',
    body: resetPasswordSchema,
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'COMMON_PASSWORD', 'CARD_DIGITS_REQUIRED', 'WRONG_CARD_DIGITS'],
    effects: ['sends mail', 'hashes a password'],
    limits: [accountLimits['reset-password']],
  }),
  confirmEmail: defineRoute('POST', '/api/auth/confirm-email', 'public', {
    proof: 'link',
    summary: 'Confirm an email address with the token from an emailed link, while signed in to its account',
    body: confirmEmailSchema,
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'SIGN_IN_TO_CONFIRM', 'EMAIL_TAKEN'],
    effects: ['sends mail', 'reveals whether an address is known'],
    limits: [accountLimits['confirm-email']],
  }),
  undoEmailChange: defineRoute('POST', '/api/auth/undo-email-change', 'public', {
    proof: 'link',
    summary: 'Restore the previous email address with the token from an emailed link',
    body: undoEmailChangeSchema,
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
    effects: ['sends mail', 'hashes a password'],
    limits: [accountLimits['confirm-email']],
  }),
} as const;
