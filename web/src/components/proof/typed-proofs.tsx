import type { PasskeyAssertion } from '@desk/contracts/accounts/second-factors.schemas';
import type { ProofMethod } from '@desk/contracts/accounts/second-factors.values';
import type { ReactNode } from 'react';
import type { Schema } from 'yup';
import { AuthenticationCodeField } from '@/components/form/authentication-code-field';
import { Field, PasswordField } from '@/components/form/field';

export type Proof =
  { password: string } | { code: string } | { recoveryCode: string } | { passkey: PasskeyAssertion };
export type TypedMethod = Exclude<ProofMethod, 'passkey'>;

interface TypedProof {
  /** The text of the button that changes to this kind of proof. */
  readonly switchLabel: string;
  readonly name: string;
  readonly field: ReactNode;
  readonly schema: () => Promise<Schema>;
}

const loadSchemas = () => import('@desk/contracts/accounts/second-factors.schemas');

export const typedProofs: Readonly<Record<TypedMethod, TypedProof>> = {
  app: {
    switchLabel: 'Use your authenticator app',
    name: 'code',
    field: <AuthenticationCodeField autoFocus hint="The 6 digits your authenticator app shows now." />,
    schema: async () => (await loadSchemas()).appCodeSchema,
  },
  'recovery-code': {
    switchLabel: 'Use a recovery code',
    name: 'recoveryCode',
    field: (
      <Field
        autoFocus
        name="recoveryCode"
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Each recovery code works once."
      />
    ),
    schema: async () => (await loadSchemas()).recoveryCodeSchema,
  },
  password: {
    switchLabel: 'Use your password',
    name: 'password',
    field: <PasswordField autoFocus name="password" label="Password" autoComplete="current-password" />,
    schema: async () => (await loadSchemas()).passwordProofSchema,
  },
};

/** Removes spaces from a code: apps show it in two groups, so people type it like that. */
export const toProof = (values: Readonly<Record<string, string>>): Proof =>
  (values['code'] === undefined ? values : { code: values['code'].replaceAll(' ', '') }) as Proof;
