import { readFileSync, writeFileSync } from 'node:fs';
import { type Route, routes as declaredRoutes } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { retentionRules as accounts } from '../../../services/accounts/src/retention/retention-rules.js';
import { retentionRules as billing } from '../../../services/billing/src/retention/retention-rules.js';
import { retentionRules as leadRouter } from '../../../services/lead-router/src/retention/retention-rules.js';
import { retentionRules as notifier } from '../../../services/notifier/src/retention/retention-rules.js';
import { repositoryFolder } from '../test/documents.js';
import { renderRequestLimits } from '../test/references/request-limits.js';
import { renderRetention } from '../test/references/retention.js';
import { renderSensitiveActs } from '../test/references/sensitive-acts.js';
import { renderSettings } from '../test/references/settings.js';

const routes = Object.values(declaredRoutes as Readonly<Record<string, Route>>);
const references = {
  'docs/settings.md': renderSettings(),
  'docs/security/request-limits.md': renderRequestLimits(routes),
  'docs/security/retention.md': renderRetention({ accounts, billing, 'lead-router': leadRouter, notifier }),
  'docs/security/sensitive-acts.md': renderSensitiveActs(routes),
};

it.each(Object.entries(references))(
  '%s says what the code does (npm run references writes it)',
  (file, text) => {
    if (process.env['WRITE_REFERENCES'] === 'true') writeFileSync(repositoryFolder + file, text);
    expect(readFileSync(repositoryFolder + file, 'utf8')).toBe(text);
  },
);
