import { fileURLToPath } from 'node:url';
import { isFields, type Manifest, toText } from './render/manifest.js';
import { render } from './render/render.js';

export const overlaysFolder = fileURLToPath(new URL('../../../k8s/overlays', import.meta.url));

/** Folders below k8s/overlays that operators apply. */
export const overlayNames = [
  'production',
  'production/migrations',
  'production/restore',
  'development',
  'development/migrations',
] as const;
export type OverlayName = (typeof overlayNames)[number];

export const overlayFolder = (name: OverlayName): string => `${overlaysFolder}/${name}`;

export const renderOverlay = (name: OverlayName): Manifest[] => render(overlayFolder(name));

/** The values that production leaves empty and operators fill in. */
const OPERATOR_SETTINGS: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://desk.example',
  BUSINESS_NAME: 'Desk LLC',
  BUSINESS_ADDRESS: '1 Main Street; Austin, TX 78701',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
  MAIL_FROM: 'Desk <leads@desk.example>',
};

function fillIn(manifest: Manifest): Manifest {
  const { kind, data } = manifest;
  if (kind !== 'ConfigMap' || !isFields(data)) return manifest;
  const filledIn = Object.entries(data).map(([name, value]) => [
    name,
    value === '' ? (OPERATOR_SETTINGS[name] ?? '') : toText(value),
  ]);
  return { ...manifest, data: Object.fromEntries(filledIn) as Record<string, string> };
}

/** The manifests of a whole installation, with the settings of production filled in. */
export function renderInstallation(name: 'production' | 'development'): Manifest[] {
  const manifests = [...renderOverlay(`${name}/migrations`), ...renderOverlay(name)];
  return name === 'production' ? manifests.map(fillIn) : manifests;
}
