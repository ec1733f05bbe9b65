import { describe, expect, it } from '@jest/globals';
import { EnvironmentError } from '@desk/service-kit';
import { readAccountsEnv } from '../../../../services/accounts/src/env.js';
import { readBillingEnv } from '../../../../services/billing/src/env.js';
import { readGatewayEnv } from '../../../../services/gateway/src/env.js';
import { readNotifierEnv } from '../../../../services/notifier/src/env.js';
import { renderInstallation, renderOverlay } from '../../test/overlays.js';
import { emptySecrets, environmentOf, findManifest } from '../../test/pod-environment.js';
import type { Manifest } from '../../test/render/manifest.js';

type SettingsReader = (env: NodeJS.ProcessEnv) => object;

/** Returns the settings that keep a service from starting. */
function findInvalidSettings(read: SettingsReader, name: string, manifests: readonly Manifest[]): string[] {
  try {
    read(environmentOf(manifests, findManifest(manifests, 'Deployment', name), emptySecrets));
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return [...error.invalidSettings];
    throw error;
  }
}

describe('what an operator must set', () => {
  it.each<[string, SettingsReader, string[]]>([
    ['accounts', readAccountsEnv, ['PUBLIC_URL']],
    ['billing', readBillingEnv, ['BUSINESS_ADDRESS', 'BUSINESS_NAME']],
    ['gateway', readGatewayEnv, ['PUBLIC_URL', 'STRIPE_PUBLISHABLE_KEY']],
    ['notifier', readNotifierEnv, ['MAIL_FROM', 'PUBLIC_URL']],
  ])('is named by %s when it starts without', (name, read, settings) => {
    const unfilled = findInvalidSettings(read, name, renderOverlay('production'));
    // Secrets are missing in both.
    const filledIn = findInvalidSettings(read, name, renderInstallation('production'));
    expect(unfilled.filter((setting) => !filledIn.includes(setting)).sort()).toEqual(settings);
  });

  it.each(['production', 'production/migrations', 'production/restore'] as const)(
    'has no example in %s that a service would accept',
    (overlay) => {
      const configMaps = renderOverlay(overlay).filter(({ kind }) => kind === 'ConfigMap');
      expect(configMaps.filter(({ data }) => /example|replace_me/i.test(JSON.stringify(data)))).toEqual([]);
    },
  );
});
