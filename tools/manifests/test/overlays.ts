import { fileURLToPath } from 'node:url';
import { type Manifest } from '../src/render/manifest.js';
import { render } from '../src/render/render.js';

const overlaysFolder = fileURLToPath(new URL('../../../k8s/overlays', import.meta.url));

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

/** What a whole installation consists of. */
export const renderInstallation = (name: 'production' | 'development'): Manifest[] => [
  ...renderOverlay(`${name}/migrations`),
  ...renderOverlay(name),
];
