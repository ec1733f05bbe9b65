import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from './render/manifest.js';
import { render } from './render/render.js';
import { type OverlayName, overlaysFolder } from './overlays.js';

/** The lines of the overlays that include the component. */
const COMMENTED_COMPONENT = /# (?=(- |components: \[).*database-authority)/;

export const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

/** Returns the folder of a copy of k8s/ whose production overlay includes the component, as an operator makes it. */
export function copyWithDatabaseAuthority(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-k8s-'));
  cpSync(join(overlaysFolder, '..'), folder, { recursive: true });
  for (const name of globSync('overlays/production/**/kustomization.yaml', { cwd: folder })) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(COMMENTED_COMPONENT, ''));
  }
  writeFileSync(join(folder, 'components/database-authority/certificate/authority.pem'), certificate);
  return folder;
}

export function renderWithDatabaseAuthority(name: OverlayName): Manifest[] {
  const folder = copyWithDatabaseAuthority();
  try {
    return render(join(folder, 'overlays', name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
