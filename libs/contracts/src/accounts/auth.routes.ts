import { defineRoute } from '../define-route.js';
import { PASSWORD_ATTEMPTS } from '../request-limits.js';
import { accountLimits, MAILBOX_LIMIT } from './account-limits.values.js';
import { signedInAnswer, successAnswer } from './accounts.http.js';
import {
  confirmEmailSchema,
  currentUserSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
} from './accounts.schemas.js';

export const authRoutes = {
  getCurrentUser: defineRoute({
    method: 'GET',
    path: '/api/auth/user',
    access: 'signed-in',
    summary: 'Get the signed-in user',
    answer: currentUserSchema,
  }),
  register: defineRoute({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Register an agent and sign in',
    body: registerSchema,
    answer: signedInAnswer,
    status: 201,
    errors: ['EMAIL_TAKEN', 'COMMON_PASSWORD'],
    effects: ['hashes a password', 'reveals whether an address is known'],
    limits: [accountLimits.register],
  }),
  signIn: defineRoute({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in',
    body: loginSchema,
    answer: signedInAnswer,
    errors: ['INVALID_CREDENTIALS'],
    effects: ['hashes a password'],
    limits: [PASSWORD_ATTEMPTS],
  }),
  signOut: defineRoute({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'Sign out',
    answer: successAnswer,
  }),
  requestPasswordReset: defineRoute({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    summary: 'Request a password reset link by email',
    body: forgotPasswordSchema,
    answer: successAnswer,
    effects: ['sends mail'],
    limits: [accountLimits['forgot-password'], MAILBOX_LIMIT],
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with the token from an emailed link',
    body: resetPasswordSchema,
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'COMMON_PASSWORD'],
    effects: ['sends mail', 'hashes a password'],
    limits: [accountLimits['reset-password']],
  }),
  confirmEmail: defineRoute({
    method: 'POST',
    path: '/api/auth/confirm-email',
    access: 'public',
    summary: 'Confirm a new email address with the token from an emailed link',
    body: confirmEmailSchema,
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
    effects: ['sends mail', 'reveals whether an address is known'],
    limits: [accountLimits['confirm-email']],
  }),
} as const;
