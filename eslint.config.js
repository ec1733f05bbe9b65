import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import * as regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Identifiers retired in favor of the terms of docs/glossary.md. */
const retiredIdentifiers = `
  standing getStanding refreshStanding takeUnit giveUnitBack unitDay unitNumber unitsDay unitsUsed unitsToday
  followUp followUps followUpLead FollowUp settledAt settlePurchase SettlePurchase SettlementService settleIntegration
  ledger LedgerLead LedgerService figures leadFigures AccountMailLine DeliveryLine SendingLine useAddress TolerantClient
  literally plannedRows parkPurchase ParkPurchase SignedEvents told toldDelivery clientSchema FromClient sparing spared
  saboteur Saboteur crew Crew plantedMark wayOf LeadWay world World market Market whoever somebody
`
  .trim()
  .split(/\s+/);

/** Who may import what: `from` files may not import the packages listed (engineering rule 9). */
const services = ['gateway', 'accounts', 'billing', 'lead-router', 'notifier'];
const forbid = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.state/**', 'test-results/**', 'web/dist/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // a message that carries nothing is `{}` on purpose
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    languageOptions: { globals: { ...globals.node } },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      'id-denylist': ['error', ...retiredIdentifiers],
    },
  },
  // A pattern that can backtrack or rescan without limit lets one request stop the process (ADR 22).
  {
    files: ['{libs,services}/*/src/**/*.ts', 'web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', '**/*.medium-spec.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  { files: ['tools/**', 'e2e/**', '**/*.mjs'], rules: { 'no-console': 'off' } },
  // Playwright insists on a destructured first parameter, also where no fixture is needed.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } },
  {
    files: ['**/*.spec.ts', '**/*.medium-spec.ts', 'e2e/**'],
    languageOptions: { globals: { ...globals.jest } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['web/**/*.{ts,tsx,js}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: { ...globals.browser } },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  forbid(
    ['web/**'],
    ['@desk/*', '!@desk/contracts', '**/services/**', '**/libs/**'],
    'web imports libs/contracts only',
  ),
  forbid(['libs/contracts/**'], ['@desk/*'], 'libs/contracts imports nothing of ours'),
  forbid(
    ['libs/!(contracts)/**'],
    [...services.map((s) => `@desk/${s}`), '@desk/tool-*', '**/services/**'],
    'libs never import a service or a tool',
  ),
  ...services.map((service) =>
    forbid(
      [`services/${service}/**`],
      [...services.map((s) => `@desk/${s}`), '@desk/tool-*', '**/services/**'],
      'services import libs, never each other',
    ),
  ),
  prettier,
);
